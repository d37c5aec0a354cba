/** Artists of albums and of tracks, with their roles (specification 2.14, 4.14). */
import * as v from 'valibot';
import { attr, integer, timestamps } from '../../kit/declare/attribute.ts';
import { related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

type Subject = 'album' | 'track';

const once = { required: true, writable: 'once' } as const;
const subjectLink = { ...once, onDelete: 'cascade' } as const;

const declared = {
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    order: attr(v.nullable(integer(1)), {
      says: 'The place among the artists. Artists without one come last.',
    }),
    ...timestamps,
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  sorts: ['order', 'created-at', 'updated-at'],
  rejections: ['video_read_only'],
} as const;

const artistLinks = (subject: Subject) => ({
  artist: toOne('artists', {
    ...once,
    says: 'The artist.',
    blocksDeletion: {
      code: 'artist_has_albums',
      detail: `The artist is still on ${subject}s. Remove the artist from them first.`,
    },
  }),
  'artist-role': toOne('artist-roles', {
    ...once,
    says: 'What the artist does on it, such as `main_artist`.',
  }),
});

const filters = { artist: related('artist'), 'artist-role': related('artist-role') } as const;

const roleTaken = (subject: Subject) =>
  ({
    code: 'value_taken',
    detail: `The artist already has this role on the ${subject}.`,
    pointer: '/data/relationships/artist',
  }) as const;

export const albumArtists = defineResource({
  ...declared,
  type: 'album-artists',
  about: 'An artist on an album, with a role.',
  group: 'albums',
  relationships: { album: toOne('albums', { ...subjectLink, says: 'The album.' }), ...artistLinks('album') },
  filters: { album: related('album'), ...filters },
  includes: ['album', 'artist', 'artist-role'],
  taken: { 'album+artist+artist-role': roleTaken('album') },
});

export const trackArtists = defineResource({
  ...declared,
  type: 'track-artists',
  about: 'An artist on a track, with a role.',
  group: 'tracks',
  relationships: { track: toOne('tracks', { ...subjectLink, says: 'The track.' }), ...artistLinks('track') },
  filters: { track: related('track'), ...filters },
  includes: ['track', 'artist', 'artist-role'],
  taken: { 'track+artist+artist-role': roleTaken('track') },
});
