import { declareCommand, secret } from '../../../kit/commands/declare.ts';
import { password } from '../../rules/password.ts';
import { emailArgument } from '../email-argument.ts';

export const resetPassword = declareCommand({
  name: 'reset-password',
  help: 'Sets a new password for a user and ends all of its sessions. A disabled user stays disabled.',
  arguments: {
    email: emailArgument,
    password: secret(password, 'the new password: at least 8 characters with an upper-case letter'),
  },
  positional: ['email'],
  examples: ['reset-password ada@example.com', 'reset-password ada@example.com --password - < password.txt'],
});
