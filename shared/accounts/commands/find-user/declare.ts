import * as v from 'valibot';
import { declareCommand, value } from '../../../kit/commands/declare.ts';

const EMAIL_OR_ID = /^\d+$|@/;
const says = 'must be an e-mail address or an id';

export const findUser = declareCommand({
  name: 'find-user',
  help: 'Shows a user, with its organization, role, capabilities and DSPs.',
  isRecorded: false,
  arguments: {
    user: value(v.pipe(v.string(says), v.regex(EMAIL_OR_ID, says)), {
      placeholder: 'EMAIL|ID',
      help: 'e-mail address with which the user signs in, or its id, which is the tenant in logs',
    }),
  },
  positional: ['user'],
  examples: ['find-user ada@example.com', 'find-user 114876805523268'],
});
