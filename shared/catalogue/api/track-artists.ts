/** Artists of a track, with their roles (specification 4.14). */
import * as v from 'valibot';
import { attr, integer, timestamps } from '../../kit/declare/attribute.ts';
import { related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const trackArtists = defineResource({
  type: 'track-artists',
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'An artist has a role on a track once. A track has at most 40 track-artists.',
    'The track, the artist and the role cannot be changed later.',
  ],
  attributes: { order: attr(v.nullable(integer(1))), ...timestamps },
  relationships: {
    track: toOne('tracks', { required: true, writable: 'once', onDelete: 'cascade' }),
    artist: toOne('artists', {
      required: true,
      writable: 'once',
      blocksDeletion: {
        code: 'artist_has_albums',
        detail: 'The artist is on tracks: remove it there first.',
      },
    }),
    'artist-role': toOne('artist-roles', { required: true, writable: 'once' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  filters: { track: related('track'), artist: related('artist'), 'artist-role': related('artist-role') },
  sorts: ['order', 'created-at', 'updated-at'],
  includes: ['track', 'artist', 'artist-role'],
  refusals: ['video_read_only'],
  taken: {
    'track+artist+artist-role': {
      code: 'value_taken',
      detail: 'The artist has this role on the track already.',
      pointer: '/data/relationships/artist',
    },
  },
});
