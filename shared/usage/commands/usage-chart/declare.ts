import * as v from 'valibot';
import { declareCommand, filledIn, id, recordId, value } from '../../../kit/commands/declare.ts';
import { isCalendarDay } from '../../../kit/values/calendar-day.ts';

const day = v.pipe(
  v.string('must be a day, YYYY-MM-DD'),
  v.check(isCalendarDay, 'must be an existing day, YYYY-MM-DD'),
);

export const usageChart = declareCommand({
  name: 'usage-chart',
  help:
    "Draws the plays of a user's tracks by day and by country, and prints the path of the picture, an SVG file. Deleted " +
    'tracks do not count. Fails if there are no plays.',
  arguments: {
    'user-id': recordId('users', 'the user'),
    from: value(v.optional(day), {
      placeholder: 'YYYY-MM-DD',
      help: 'the first day; by default 89 days before the last day, or before today',
    }),
    to: value(v.optional(day), {
      placeholder: 'YYYY-MM-DD',
      help: 'the last day; by default the last day with plays, up to today (UTC)',
    }),
    output: value(
      v.optional(v.pipe(v.string(), v.regex(/[^/]\.svg$/i, 'must be a path that ends in .svg'))),
      {
        placeholder: 'PATH',
        help: 'the file, replaced if it exists; by default usage-<user-id>.svg in the current folder',
      },
    ),
    after: filledIn(v.optional(id)),
  },
  positional: ['user-id'],
  examples: [
    'usage-chart 114876805523268',
    'usage-chart 114876805523268 --from 2026-01-01 --to 2026-03-31 --output first-quarter.svg',
  ],
});
