/** Artists of an album, with their roles (specification 2.14). */
import * as v from 'valibot';
import { attr, integer, timestamps } from '../../kit/declare/attribute.ts';
import { related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const albumArtists = defineResource({
  type: 'album-artists',
  group: 'albums',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'An artist has a role on an album once. An album has at most 40 album-artists.',
    'The album, the artist and the role cannot be changed later.',
  ],
  attributes: { order: attr(v.nullable(integer(1))), ...timestamps },
  relationships: {
    album: toOne('albums', { required: true, writable: 'once', onDelete: 'cascade' }),
    artist: toOne('artists', {
      required: true,
      writable: 'once',
      blocksDeletion: {
        code: 'artist_has_albums',
        detail: 'The artist is on albums: remove it there first.',
      },
    }),
    'artist-role': toOne('artist-roles', { required: true, writable: 'once' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  filters: { album: related('album'), artist: related('artist'), 'artist-role': related('artist-role') },
  sorts: ['order', 'created-at', 'updated-at'],
  includes: ['album', 'artist', 'artist-role'],
  refusals: ['video_read_only'],
  taken: {
    'album+artist+artist-role': {
      code: 'value_taken',
      detail: 'The artist has this role on the album already.',
      pointer: '/data/relationships/artist',
    },
  },
});
