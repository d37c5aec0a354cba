/** The ranges of a track in which the audio of a match occurs (specification 2.11). */
import { attr, integer } from '../../kit/declare/attribute.ts';
import { matchPart } from './match-part.ts';

const second = attr(integer(0), { writable: 'never', initial: 0 });

export const trackMatchTimeOffsets = matchPart({
  type: 'track-match-time-offsets',
  docs: ['`start` and `end` are seconds from the beginning of the submitted track.'],
  attributes: { start: second, end: second },
});
