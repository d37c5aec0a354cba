/** The DSPs of an album, stored on the album (specification 2.6, 4.7). */

import { anyOf, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsList, showsNothing } from '../../kit/declare/shown-response.ts';

/** Each pair can change a different album. With the account, they fit into one transaction. */
export const MAX_PAIRS = 90;

export const albumDsps = defineResource({
  type: 'album-dsps',
  about: 'The choice of a store for an album.',
  group: 'album-dsps',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {},
  relationships: {
    album: toOne('albums', { required: true, writable: 'once', says: 'The album.' }),
    dsp: toOne('dsps', { required: true, writable: 'once', says: 'The store.' }),
  },
  operations: ['list', 'read', 'create', 'delete'],
  actions: {
    'bulk/assign': {
      method: 'POST',
      on: 'collection',
      operationId: 'assignAlbumDsps',
      summary: 'Assign DSPs to albums, all or none',
      parameters: 'none',
      maxRecords: MAX_PAIRS,
      response: showsList('album-dsps', 201),
    },
    'bulk/remove': {
      method: 'POST',
      on: 'collection',
      operationId: 'removeAlbumDsps',
      summary: 'Remove DSPs from albums, all or none',
      parameters: 'none',
      maxRecords: MAX_PAIRS,
      response: showsNothing(204),
    },
  },
  rejections: ['album_dsp_exists', 'dsp_not_available', 'dsp_does_not_accept_video', 'video_read_only'],
  filters: { id: anyOf('id'), album: related('album') },
  includes: ['album.user', 'album.label', 'album.status', 'dsp'],
});
