/** Arguments of dead-letter commands to list or delete messages instead of redriving them. */
import { flag } from './declare.ts';

export const deadLetterModes = {
  look: flag('lists the messages without changing anything'),
  discard: flag('deletes all messages permanently'),
};
