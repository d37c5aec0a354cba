/** An artist's profile on a DSP (specification 2.10, 4.11). */
import * as v from 'valibot';
import { attr, text, timestamps } from '../../kit/declare/attribute.ts';
import { anyOf, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const artistDspAvailabilities = defineResource({
  type: 'artist-dsp-availabilities',
  about: 'The profile of an artist at a store, so that releases appear on it.',
  group: 'artists',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    'external-artist-id': attr(text(1, 500), { required: true, says: 'The id of the artist at the store.' }),
    'external-artist-url': attr(v.nullable(text(1, 1000)), { says: 'The address of the profile.' }),
    ...timestamps,
  },
  relationships: {
    artist: toOne('artists', { required: true, writable: 'once', onDelete: 'cascade', says: 'The artist.' }),
    dsp: toOne('dsps', { required: true, writable: 'once', unknownIds: 'left-to-rules', says: 'The store.' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  filters: { id: anyOf('id'), 'artist-id': related('artist'), 'dsp-id': anyOf('dsp') },
  sorts: ['external-artist-id', 'created-at', 'updated-at'],
  includes: ['artist', 'dsp'],
  rejections: ['availability_refused', 'replica_not_managed'],
  taken: {
    'artist+dsp': {
      code: 'availability_refused',
      detail: 'The artist already has a profile on this DSP. Update it with PATCH.',
    },
  },
});
