/** Artists of a match on the platform alpha (specification 2.11). */
import * as v from 'valibot';
import { attr, text } from '../../kit/declare/attribute.ts';
import { matchPart, partName } from './match-part.ts';

export const trackMatchAlphaArtists = matchPart({
  type: 'track-match-alpha-artists',
  docs: [],
  attributes: { name: partName, 'alpha-id': attr(v.nullable(text(0)), { writable: 'never' }) },
});
