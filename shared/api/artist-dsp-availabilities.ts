/** An artist's profile on a DSP (specification 2.10, 4.11). Rules in shared/domain/artist-availability.ts. */
import * as v from 'valibot';
import { attr, text, timestamps } from './define/attribute.ts';
import { anyOf, related } from './define/filter.ts';
import { toOne } from './define/relationship.ts';
import { defineResource } from './define/resource.ts';

export const artistDspAvailabilities = defineResource({
  type: 'artist-dsp-availabilities',
  group: 'artists',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'The artist and the DSP are chosen once: the same value may be sent again, another one is refused with 422.',
    'The profile on DSP 16 follows the one on DSP 12. It can be read; changing it answers 403.',
    'An unknown DSP is refused as one that keeps no profiles (422).',
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
  taken: {
    'artist+dsp': {
      code: 'availability_refused',
      detail: 'The artist has a profile on this DSP already: update it with PATCH.',
    },
  },
});
