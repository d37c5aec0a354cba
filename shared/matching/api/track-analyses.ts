/** How each track match was found. Read-only (specification 2.11). Has the id of the match. */
import * as v from 'valibot';
import { attr, integer, oneOf, timestamp } from '../../kit/declare/attribute.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { matchMethods } from '../text/rules/track-similarity.ts';

const never = { writable: 'never' } as const;
const percent = attr(v.nullable(integer(0, 100)), never);

export const trackAnalyses = defineResource({
  type: 'track-analyses',
  about: 'How a match was found.',
  fields: {
    method: 'What was compared.',
    'title-similarity': 'How similar the titles are, in percent.',
    'artist-similarity': 'How similar the artists are, in percent.',
  },
  group: 'track-matches',
  owner: 'user',
  pageMeta: 'camel-without-range',
  docs: [
    '`method` states what was equal or similar: `isrc`, `title_and_artist` or `audio`. The similarities are percentages, or null if titles and artists were not compared.',
  ],
  attributes: {
    method: attr(oneOf(matchMethods), { ...never, initial: 'isrc' }),
    'title-similarity': percent,
    'artist-similarity': percent,
    'created-at': attr(timestamp, never),
  },
  relationships: {},
  operations: ['read'],
});
