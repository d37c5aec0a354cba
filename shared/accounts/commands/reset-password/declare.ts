import * as v from 'valibot';
import { declareCommand, secret, value } from '../../../kit/commands/declare.ts';
import { password } from '../../rules/password.ts';

export const resetPassword = declareCommand({
  name: 'reset-password',
  help: 'Sets a new password for a user and ends all of its sessions. A disabled user stays disabled.',
  arguments: {
    email: value(
      v.pipe(v.string('must be an e-mail address'), v.includes('@', 'must be an e-mail address')),
      {
        placeholder: 'EMAIL',
        help: 'e-mail address the user signs in with',
      },
    ),
    password: secret(password, 'the new password: at least 8 characters with an upper-case letter'),
  },
  positional: ['email'],
  examples: ['reset-password ada@example.com', 'reset-password ada@example.com --password - < password.txt'],
});
