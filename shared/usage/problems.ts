/** Problems of usage imports and analytics reports. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const usageProblems = problemTable({
  download_link_invalid: {
    status: 403,
    title: 'Download link not valid',
    when: 'A download link has been altered or has expired. Read the report for a new one.',
  },
  usage_file_known: {
    status: 409,
    title: 'File already imported',
    when: 'The same lines were imported under another name.',
  },
  usage_import_running: {
    status: 409,
    title: 'Import is running',
    when: 'Another file of this name is being imported.',
  },
  usage_import_replaced: {
    status: 409,
    title: 'Import was replaced',
    when: 'Another file was imported under the name while the command followed the import of its file.',
  },
  report_not_failed: {
    status: 409,
    title: 'Report has not failed',
    when: 'Only failed analytics reports can be made again.',
  },
  unknown_usage_import: { status: 404, title: 'Unknown import', when: 'There is no import with this name.' },
});
