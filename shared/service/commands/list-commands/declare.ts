import * as v from 'valibot';
import { declareCommand, id, value } from '../../../kit/commands/declare.ts';
import { limitUpTo } from '../../../kit/commands/paging.ts';
import { moment } from '../../../kit/values/moment.ts';

const MAX_LISTED = 1000;

export const listCommands = declareCommand({
  name: 'list-commands',
  help:
    'Lists the commands run on the stage, newest first, with time, actor, outcome and arguments except ' +
    'secrets. The outcome is done, rejected (nothing was changed, and the operator saw the reason) or failed; a ' +
    'running command has none.',
  arguments: {
    month: value(
      v.optional(v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'))),
      { placeholder: 'YYYY-MM', help: 'only this month (UTC); the last twelve months by default' },
    ),
    since: value(v.optional(moment), {
      placeholder: 'TIME',
      help: 'only from this day (UTC) or time, up to ten years ago',
    }),
    command: value(v.optional(v.string()), { placeholder: 'NAME', help: 'only this command' }),
    organization: value(v.optional(id), {
      placeholder: 'ID',
      help: 'only commands that named a user or a record of this organization',
    }),
    limit: limitUpTo(MAX_LISTED, 'commands'),
  },
  examples: [
    'list-commands --limit 10',
    'list-commands --month 2026-11 --command approve-request',
    'list-commands --since 2026-11-05 --organization 114876805523200',
  ],
});
