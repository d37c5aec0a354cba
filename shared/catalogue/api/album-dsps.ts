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
  fields: {
    album: 'The album.',
    dsp: 'The store.',
  },
  group: 'album-dsps',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'Each pair of album and DSP exists at most once: a second POST is a 422 `album_dsp_exists`. A pair that is removed and assigned again has the same id.',
    'Only active DSPs that are available to the owner can be assigned (422 `dsp_not_available`). An album whose tracks are all music videos takes only DSPs that accept video (422 `dsp_does_not_accept_video`). Changing the DSPs of an album of format `video` requires the video feature of the account (403 `video_read_only`).',
    `\`POST /album-dsps/bulk/assign\` and \`/album-dsps/bulk/remove\` take a list of 1 to ${MAX_PAIRS} album-dsps and save all or none. Each invalid item is reported with a pointer \`/data/<i>/...\`. Assigning an existing pair returns it, and removing a missing pair is not an error. Assignment returns a 201 with the list, removal a 204.`,
    'Assigning or removing a DSP changes the album, which gets a new version.',
  ],
  attributes: {},
  relationships: {
    album: toOne('albums', { required: true, writable: 'once' }),
    dsp: toOne('dsps', { required: true, writable: 'once' }),
  },
  operations: ['list', 'read', 'create', 'delete'],
  actions: {
    'bulk/assign': {
      method: 'POST',
      on: 'collection',
      operationId: 'assignAlbumDsps',
      summary: 'Assign DSPs to albums, all or none',
      parameters: 'none',
      maxDocuments: MAX_PAIRS,
      response: showsList('album-dsps', 201),
    },
    'bulk/remove': {
      method: 'POST',
      on: 'collection',
      operationId: 'removeAlbumDsps',
      summary: 'Remove DSPs from albums, all or none',
      parameters: 'none',
      maxDocuments: MAX_PAIRS,
      response: showsNothing(204),
    },
  },
  rejections: ['album_dsp_exists', 'dsp_not_available', 'dsp_does_not_accept_video', 'video_read_only'],
  filters: { id: anyOf('id'), album: related('album') },
  includes: ['album.user', 'album.label', 'album.status', 'dsp'],
});
