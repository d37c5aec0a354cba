/** The extended credits of tracks as read-only records (specification 2.3.2, 4.14). */
import * as v from 'valibot';
import { attr, integer, readOnly, text } from '../../kit/declare/attribute.ts';
import { exact, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const trackCredits = defineResource({
  type: 'track-credits',
  about: 'A person who worked on a track, with a role.',
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    role: attr(text(1, 64), { ...readOnly, says: 'What the person did, a key of `/credit-roles`.' }),
    name: attr(text(1, 255), { ...readOnly, says: 'The name as it was sent.' }),
    position: attr(integer(1), { ...readOnly, says: 'The place among the credits of the track, from 1.' }),
    'artist-id': attr(v.nullable(integer(1)), {
      ...readOnly,
      says: 'The id of the artist, if the credit names one.',
    }),
  },
  relationships: {
    track: toOne('tracks', { writable: 'never', required: false, always: true, says: 'The track.' }),
    artist: toOne('artists', {
      writable: 'never',
      blocksDeletion: {
        code: 'artist_has_albums',
        detail: 'The artist is still in credits of tracks. Remove the artist from them first.',
      },
      says: 'The artist, if the credit names one.',
    }),
  },
  operations: ['list', 'read'],
  filters: {
    track: related('track'),
    album: related('track', { via: 'albums' }),
    artist: related('artist'),
    role: exact('role', { example: 'violin' }),
  },
  sorts: ['role', 'name', 'position'],
  includes: ['track', 'artist'],
});
