/** The extended credits of tracks as read-only records (specification 2.3.2, 4.14). */
import * as v from 'valibot';
import { attr, integer, text } from '../../kit/declare/attribute.ts';
import { exact, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

const never = { writable: 'never' } as const;

export const trackCredits = defineResource({
  type: 'track-credits',
  about: 'A person who worked on a track, with a role.',
  fields: {
    role: 'What the person did, a key of `/credit-roles`.',
    name: 'The name as it was sent.',
    position: 'The place among the credits of the track, from 1.',
    'artist-id': 'The id of the artist, if the credit names one.',
    track: 'The track.',
    artist: 'The artist, if the credit names one.',
  },
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'Credits are written as `extended-credits` of the track. A credit keeps its id while the track has a credit with the same role and name.',
    'Lists with `filter[track]`, `filter[album]` or `filter[artist]` are consistent, unless the credits of their tracks have more than about 6 MB. Other lists may lack changes of the last milliseconds.',
    'A list searches the credits of all matching tracks, up to about 12 MB. Beyond that, the response is a 400 that asks for `filter[track]`.',
  ],
  attributes: {
    role: attr(text(1, 64), never),
    name: attr(text(1, 255), never),
    position: attr(integer(1), never),
    'artist-id': attr(v.nullable(integer(1)), never),
  },
  relationships: {
    track: toOne('tracks', { writable: 'never', required: false }),
    artist: toOne('artists', {
      writable: 'never',
      blocksDeletion: {
        code: 'artist_has_albums',
        detail: 'The artist is still in credits of tracks. Remove the artist from them first.',
      },
    }),
  },
  operations: ['list', 'read'],
  listsLargeRows: true,
  filters: {
    track: related('track'),
    album: related('track', { via: 'albums' }),
    artist: related('artist'),
    role: exact('role', { example: 'violin' }),
  },
  sorts: ['role', 'name', 'position'],
  includes: ['track', 'artist'],
});
