/** The DSPs that an album goes to (specification 2.6, 4.7). Kept on the album. Rules in shared/catalogue/rules/album-dsps.ts. */

import { anyOf, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsList, showsNothing } from '../../kit/declare/shown-response.ts';

/** Every pair may be of another album, whose row changes: with the account, they fit one transaction. */
export const MAX_PAIRS = 90;

export const albumDsps = defineResource({
  type: 'album-dsps',
  group: 'album-dsps',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'An album and a DSP stand together once: a second POST is a 422 `album_dsp_exists`. Removed and assigned again, the pair has the same id.',
    'Only active DSPs that are available to the owner can be assigned (422 `dsp_not_available`). An album whose tracks are all music videos takes only DSPs that accept video (422 `dsp_does_not_accept_video`); the DSPs of an album of format `video` are changed with the video feature of the account only (403 `video_read_only`).',
    `\`POST /album-dsps/bulk/assign\` and \`/album-dsps/bulk/remove\` take a document with a list of 1 to ${MAX_PAIRS} album-dsps and save all or nothing; each bad item is reported with \`/data/<i>/...\`. Pairs that are assigned already are returned, and removing a pair that is not assigned is not an error. The response to an assignment is a 201 with the list, to a removal a 204.`,
    'Assigning or removing a DSP is a change of the album: a new version of it.',
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
