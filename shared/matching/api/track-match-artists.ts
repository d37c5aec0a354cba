/** Main artists of the released track of a match (specification 2.11). */
import { matchPart, partName } from './match-part.ts';

export const trackMatchArtists = matchPart({
  type: 'track-match-artists',
  docs: ['The main artists of the released track, as named when it was released.'],
  attributes: { name: partName },
});
