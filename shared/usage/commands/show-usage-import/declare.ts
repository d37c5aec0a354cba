import { declareCommand, value } from '../../../kit/commands/declare.ts';
import { anyText } from '../../../kit/declare/attribute.ts';

export const showUsageImport = declareCommand({
  name: 'show-usage-import',
  help: 'Shows the state of an import, and how many lines were imported, rejected and unmatched.',
  isRecorded: false,
  arguments: {
    name: value(anyText(1, 255), { placeholder: 'NAME', help: 'the name of the import' }),
  },
  positional: ['name'],
  examples: ['show-usage-import report-2026-11.csv'],
});
