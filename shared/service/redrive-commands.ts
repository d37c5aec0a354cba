/** Operators' commands for dead letters of changes and work, as data. */
import * as v from 'valibot';
import { deadLetterModes, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';

export const redriveChanges = declareCommand({
  name: 'redrive-changes',
  help:
    'Publishes the events of table changes that could not be published. A dead letter contains only the ' +
    "position of the changes in the table's stream, which keeps them for 24 hours. If the row of a change could not be read, " +
    'it contains the change, and is published after the row is repaired. Letters that are too old or fail again ' +
    'stay in the queue until they are discarded. Events that were already published are not delivered twice.',
  arguments: deadLetterModes,
  examples: [
    'redrive-changes --look',
    'redrive-changes',
    'redrive-changes --id 5fea7756-0ea4-451a-a703-a558b933e274',
  ],
});

export const redriveWork = declareCommand({
  name: 'redrive-work',
  help:
    'Moves messages of background work that could not be processed from the dead-letter queue back to the queue. The sweep sends ' +
    'new messages for the same work, so nothing is lost if they are discarded. --look lists each message with its record, ' +
    'its age, and whether the work has ended since.',
  arguments: {
    queue: value(v.pipe(v.string(), v.regex(/^[A-Za-z]{1,50}$/, 'must be a queue, as status shows it')), {
      placeholder: 'QUEUE',
      help: 'the queue, as status shows it',
    }),
    ...deadLetterModes,
  },
  positional: ['queue'],
  examples: ['redrive-work Store --look', 'redrive-work Store', 'redrive-work Store --discard'],
});
