/** How each track match was found. Read-only (specification 2.11). Has the id of the match. */
import * as v from 'valibot';
import { attr, integer, oneOf, readOnly, timestamps } from '../../kit/declare/attribute.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { matchMethods } from '../rules/text/track-similarity.ts';

const percent = (says: string) => attr(v.nullable(integer(0, 100)), { ...readOnly, says });

export const trackAnalyses = defineResource({
  type: 'track-analyses',
  about: 'How a match was found.',
  group: 'track-matches',
  owner: 'user',
  pageMeta: 'camel-without-range',
  attributes: {
    method: attr(oneOf(matchMethods), { ...readOnly, initial: 'isrc', says: 'What was compared.' }),
    'title-similarity': percent('How similar the titles are, in percent.'),
    'artist-similarity': percent('How similar the artists are, in percent.'),
    'created-at': timestamps['created-at'],
  },
  operations: ['read'],
});
