/** Distributors of the released track of a match (specification 2.11). */
import { matchPart, partName } from './match-part.ts';

export const trackMatchDistributors = matchPart({
  type: 'track-match-distributors',
  docs: [],
  attributes: { name: partName },
});
