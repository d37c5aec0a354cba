import * as v from 'valibot';
import { declareCommand, filledIn, flag, value } from '../../../kit/commands/declare.ts';
import { text } from '../../../kit/declare/attribute.ts';

export const importUsage = declareCommand({
  name: 'import-usage',
  help:
    'Imports a report of plays and revenue: a CSV file with the columns date, dsp_id, country, isrc, plays, revenue and ' +
    'currency. Importing another file with the same name replaces the lines of the earlier one. Rejected lines, and lines ' +
    'whose ISRC belongs to no delivered track or to several owners, are listed in separate files.',
  arguments: {
    file: value(v.optional(v.pipe(v.string(), v.minLength(1, 'needs the path of a file'))), {
      placeholder: 'PATH',
      help: 'the report',
    }),
    as: value(v.optional(text(1, 255)), {
      placeholder: 'NAME',
      help: 'the name of the import; by default that of the file',
    }),
    rematch: flag('matches the unmatched lines of all imports again, without a report'),
    sha256: filledIn(v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a digest')))),
    bytes: filledIn(v.optional(v.pipe(v.number('must be a number'), v.safeInteger(), v.minValue(0)))),
    uploaded: { ...flag(''), isFilledIn: true },
  },
  positional: ['file'],
  examples: [
    'import-usage report-2026-11.csv',
    'import-usage corrected.csv --as report-2026-11.csv',
    'import-usage --rematch',
  ],
});
