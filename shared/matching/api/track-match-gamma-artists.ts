/** Artists of a match on the platform gamma (specification 2.11). */
import * as v from 'valibot';
import { attr, text } from '../../kit/declare/attribute.ts';
import { matchPart, partName } from './match-part.ts';

export const trackMatchGammaArtists = matchPart({
  type: 'track-match-gamma-artists',
  docs: [],
  attributes: { name: partName, 'gamma-id': attr(v.nullable(text(0)), { writable: 'never' }) },
});
