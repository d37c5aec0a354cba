/** redrive-changes: changes of the table whose events could not be published. */
import { deadLetterModes } from './dead-letter-modes.ts';
import { declareCommand } from './declare.ts';

export const redriveChanges = declareCommand({
  name: 'redrive-changes',
  help:
    'Publishes the events of changes whose publication was given up. A dead letter says only where in the ' +
    "table's stream the changes are, and the stream keeps them for 24 hours: letters that are too old, or fail " +
    'again, stay until they are discarded. Receivers see an event that was published before only once.',
  arguments: deadLetterModes,
  examples: ['redrive-changes --look', 'redrive-changes'],
});
