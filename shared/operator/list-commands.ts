/** list-commands: shows the log of commands. */
import * as v from 'valibot';
import { declareCommand, value } from './declare.ts';

const MAX_LISTED = 1000;

const limit = v.pipe(
  v.string('must be a number'),
  v.transform(Number),
  v.check(
    (count) => Number.isInteger(count) && count >= 1 && count <= MAX_LISTED,
    `must be from 1 to ${MAX_LISTED}`,
  ),
);

export const listCommands = declareCommand({
  name: 'list-commands',
  help: 'Lists the commands that were run on the stage, newest first, with time, actor and arguments except secrets.',
  arguments: {
    month: value(
      v.optional(v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'))),
      { placeholder: 'YYYY-MM', help: 'only this month (UTC); the last twelve months by default' },
    ),
    limit: value(v.optional(limit, '50'), {
      placeholder: 'NUMBER',
      help: `maximum number of commands, up to ${MAX_LISTED}; 50 by default`,
    }),
  },
  examples: ['list-commands --limit 10', 'list-commands --month 2026-11'],
});
