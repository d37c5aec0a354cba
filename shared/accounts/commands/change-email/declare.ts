import { declareCommand, recordId, value } from '../../../kit/commands/declare.ts';
import { users } from '../../api/users.ts';

export const changeEmail = declareCommand({
  name: 'change-email',
  help:
    'Changes the e-mail address with which a user signs in, effective immediately. The password and the sessions stay ' +
    'as they are. To end the sessions, use reset-password.',
  arguments: {
    'user-id': recordId('users', 'the user'),
    email: value(users.attributes.email.schema, { placeholder: 'EMAIL', help: 'the new e-mail address' }),
  },
  positional: ['user-id'],
  examples: ['change-email 114876805523268 --email ada@example.com'],
});
