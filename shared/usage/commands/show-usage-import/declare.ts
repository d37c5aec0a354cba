import { declareCommand, value } from '../../../kit/commands/declare.ts';
import { anyText } from '../../../kit/declare/attribute.ts';

export const showUsageImport = declareCommand({
  name: 'show-usage-import',
  help: 'Shows the import of a report: its state, and how many lines were imported, rejected and unmatched.',
  isRecorded: false,
  arguments: {
    name: value(anyText(1, 255), { placeholder: 'NAME', help: 'the name under which it was imported' }),
  },
  positional: ['name'],
  examples: ['show-usage-import report-2026-11.csv'],
});
