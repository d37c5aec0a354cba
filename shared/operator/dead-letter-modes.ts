/** What can be done with dead letters other than processing them again. */
import { flag } from './declare.ts';

export const deadLetterModes = {
  look: flag('shows what is there and changes nothing'),
  discard: flag('deletes all of it; what it says is lost'),
};
