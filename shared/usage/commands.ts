/** Operators' commands about usage, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import {
  filledIn,
  flag,
  hidden,
  id,
  pageAfter,
  pageLimit,
  recordId,
  value,
  values,
} from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { anyText, text } from '../kit/declare/attribute.ts';
import { isCalendarDay } from '../kit/values/calendar-day.ts';
import { layoutSchema } from './layouts/report-layout.ts';

export const importUsage = declareCommand({
  name: 'import-usage',
  help:
    'Imports a report of plays and revenue: a CSV file with the columns date, dsp_id, country, isrc, plays, revenue and ' +
    'currency, or a file of a store with its layout. Importing another file with the same name replaces the lines of the ' +
    'earlier one. Rejected lines, and lines whose ISRC belongs to no delivered track or to several owners, are listed in ' +
    'separate files.',
  arguments: {
    file: value(v.optional(v.pipe(v.string(), v.minLength(1, 'needs the path of a file'))), {
      placeholder: 'PATH',
      help: 'the report',
    }),
    as: value(v.optional(text(1, 255)), {
      placeholder: 'NAME',
      help: 'the name of the import; by default that of the file',
    }),
    layout: value(v.optional(v.pipe(v.string(), v.minLength(1, 'needs the name of a layout'))), {
      placeholder: 'NAME',
      help: 'the layout of a report without these columns: one of docs/layouts, or the path of a JSON file',
    }),
    set: values(v.optional(v.array(v.string())), {
      placeholder: 'COLUMN=VALUE',
      help: 'the value of a column in all lines, such as dsp_id=1, or for one value of a store, such as dsp_id:Name=1',
    }),
    check: flag('shows what would be imported, and imports nothing'),
    rematch: flag('matches the unmatched lines of all imports again, without a report'),
    sha256: filledIn(v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a digest')))),
    bytes: filledIn(v.optional(v.pipe(v.number('must be a number'), v.safeInteger(), v.minValue(0)))),
    uploaded: { ...flag(''), isFilledIn: true },
    reading: hidden(v.optional(layoutSchema)),
    isrcs: hidden(v.optional(v.pipe(v.array(v.string()), v.maxLength(1000)))),
  },
  positional: ['file'],
  examples: [
    'import-usage report-2026-11.csv',
    'import-usage corrected.csv --as report-2026-11.csv',
    'import-usage apple-2026-11.txt --layout apple-sales --set dsp_id=2 --check',
    'import-usage --rematch',
  ],
});

const POSITION = /^\d{4}-\d\d-\d\dT[\d:.]+Z#[\w-]{16}$/;

export const listImports = declareCommand({
  name: 'list-imports',
  help: 'Lists the imports of store reports, newest first, with their state, numbers of lines, and number of files under the name.',
  isRecorded: false,
  arguments: {
    limit: pageLimit,
    after: pageAfter(
      v.pipe(v.string(), v.regex(POSITION, 'must be the position at the end of a page of this list')),
    ),
  },
  examples: ['list-imports', 'list-imports --limit 10'],
});

export const showUsageImport = declareCommand({
  name: 'show-usage-import',
  help: 'Shows the state of an import, how many lines were imported, rejected and unmatched, and the last 20 files under the name.',
  isRecorded: false,
  arguments: {
    name: value(anyText(1, 255), { placeholder: 'NAME', help: 'the name of the import' }),
  },
  positional: ['name'],
  examples: ['show-usage-import report-2026-11.csv'],
});

export const repeatReport = declareCommand({
  name: 'repeat-report',
  help:
    'Makes a failed analytics report again, with a new set of attempts. Its owner gets the same report and its event. ' +
    'list-waiting shows reports that have failed.',
  arguments: { id: recordId('analytics-reports', 'the report') },
  positional: ['id'],
  examples: ['repeat-report 114877152468992'],
});

const day = v.pipe(
  v.string('must be a day, YYYY-MM-DD'),
  v.check(isCalendarDay, 'must be an existing day, YYYY-MM-DD'),
);

export const usagePlays = declareCommand({
  name: 'usage-plays',
  help: "Lists the plays of a user's tracks by day and by country. Deleted tracks do not count.",
  arguments: {
    'user-id': recordId('users', 'the user'),
    from: value(v.optional(day), {
      placeholder: 'YYYY-MM-DD',
      help: 'the first day; by default 89 days before the last day',
    }),
    to: value(v.optional(day), {
      placeholder: 'YYYY-MM-DD',
      help: 'the last day; by default today (UTC)',
    }),
    after: filledIn(v.optional(id)),
  },
  positional: ['user-id'],
  examples: [
    'usage-plays 114876805523268',
    'usage-plays 114876805523268 --from 2026-01-01 --to 2026-03-31 --json',
  ],
});
