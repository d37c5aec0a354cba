import { declareCommand } from '../../../kit/commands/declare.ts';
import { emailArgument } from '../email-argument.ts';

export const findUser = declareCommand({
  name: 'find-user',
  help: 'Shows the user who signs in with an e-mail address, with its organization, role, capabilities and DSPs.',
  isRecorded: false,
  arguments: { email: emailArgument },
  positional: ['email'],
  examples: ['find-user ada@example.com'],
});
