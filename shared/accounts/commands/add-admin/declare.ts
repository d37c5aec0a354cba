import { declareCommand, recordId, secret, value } from '../../../kit/commands/declare.ts';
import { text } from '../../../kit/declare/attribute.ts';
import { users } from '../../api/users.ts';
import { password } from '../../rules/password.ts';

export const addAdmin = declareCommand({
  name: 'add-admin',
  help:
    'Creates another administrator of an organization, who can sign in immediately. The administrator gets the DSPs and ' +
    'capabilities of the given user.',
  arguments: {
    'organization-user-id': recordId('users', 'a user of the organization, such as its first administrator'),
    name: value(text(1, 255), { placeholder: 'TEXT', help: 'name of the administrator' }),
    email: value(users.attributes.email.schema, {
      placeholder: 'EMAIL',
      help: 'e-mail address the administrator signs in with',
    }),
    'admin-password': secret(
      password,
      "the administrator's password: at least 8 characters with an upper-case letter",
    ),
  },
  positional: ['organization-user-id'],
  examples: ['add-admin 114876805523268 --name Grace --email grace@example.com'],
});
