/** The extended credits of tracks as records, read-only (specification 2.3.2, 4.14). They are written with their track. */
import * as v from 'valibot';
import { attr, integer, text } from '../../kit/declare/attribute.ts';
import { exact, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

const never = { writable: 'never' } as const;

export const trackCredits = defineResource({
  type: 'track-credits',
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'Written as `extended-credits` of the track. A credit keeps its id as long as the track has one with the same role and name.',
    'Lists by `filter[track]`, `filter[album]` and `filter[artist]` are consistent; without any of them, a change can be missing for some milliseconds.',
    'A list looks through the credits of all tracks that it is about, up to about 12 MB: beyond, a 400 asks for `filter[track]`.',
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
        detail: 'The artist is named by the credits of tracks: remove it there first.',
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
