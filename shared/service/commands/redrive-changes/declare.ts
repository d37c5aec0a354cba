import { deadLetterModes } from '../../../kit/commands/dead-letter-modes.ts';
import { declareCommand } from '../../../kit/commands/declare.ts';

export const redriveChanges = declareCommand({
  name: 'redrive-changes',
  help:
    'Publishes the events of table changes that could not be published. A dead letter only gives the position ' +
    "of the changes in the table's stream, which keeps them for 24 hours. Letters that are too old or fail again " +
    'stay in the queue until they are discarded. Events that were already published are not delivered twice.',
  arguments: deadLetterModes,
  examples: ['redrive-changes --look', 'redrive-changes'],
});
