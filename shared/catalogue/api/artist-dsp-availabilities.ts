/** An artist's profile on a DSP (specification 2.10, 4.11). */
import * as v from 'valibot';
import { attr, text, timestamps } from '../../kit/declare/attribute.ts';
import { anyOf, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const artistDspAvailabilities = defineResource({
  type: 'artist-dsp-availabilities',
  about: 'The profile of an artist at a store, so that releases appear on it.',
  fields: {
    'external-artist-id': 'The id of the artist at the store.',
    'external-artist-url': 'The address of the profile.',
    artist: 'The artist.',
    dsp: 'The store.',
  },
  group: 'artists',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'The artist and the DSP cannot be changed later. A PATCH may repeat them; any other value is a 422.',
    'A profile `NEW` on DSP 1 has no `external-artist-url`. One that is sent is ignored, and `meta.ignored` lists it.',
    'The profile on DSP 16 is a read-only copy of the one on DSP 12. Changing it is a 403.',
    'An unknown DSP is a 422, and so is a DSP without artist profiles.',
  ],
  attributes: {
    'external-artist-id': attr(text(1, 500), { required: true }),
    'external-artist-url': attr(v.nullable(text(1, 1000))),
    ...timestamps,
  },
  relationships: {
    artist: toOne('artists', { required: true, writable: 'once', onDelete: 'cascade' }),
    dsp: toOne('dsps', { required: true, writable: 'once', unknownIds: 'left-to-rules' }),
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
