import { deadLetterModes } from '../../../kit/commands/dead-letter-modes.ts';
import { declareCommand } from '../../../kit/commands/declare.ts';

export const redriveWebhooks = declareCommand({
  name: 'redrive-webhooks',
  help: 'Moves webhook messages that could not be processed from the dead-letter queue back to the queue.',
  arguments: deadLetterModes,
  examples: ['redrive-webhooks --look', 'redrive-webhooks'],
});
