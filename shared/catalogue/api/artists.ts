/** Artists. A POST with the name of an existing artist returns that artist (specification 2.5, 4.6). */
import * as v from 'valibot';
import {
  attr,
  keptApartWhenLong,
  LONG_TEXT,
  multilineText,
  text,
  timestamps,
} from '../../kit/declare/attribute.ts';
import { date, partial } from '../../kit/declare/filter.ts';
import { toMany } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { trendsAction } from './trends-action.ts';

export const artists = defineResource({
  type: 'artists',
  about: 'A performer, band or composer, named by albums and tracks.',
  fields: {
    name: 'The name that stores show.',
    bio: 'A biography.',
    'album-artists': 'Where and in which role the artist is on albums.',
    'track-artists': 'Where and in which role the artist is on tracks.',
    'dsp-availabilities': 'The profiles of the artist at stores.',
  },
  group: 'artists',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'Names are stored as sent and compared trimmed, NFC-normalized and case-insensitively. With `allow-duplicate-name` in `data.meta`, a POST creates a further artist of a name, and a PATCH renames an artist to the name of another. Without it, such a PATCH is a 422. A POST returns the first artist that had the name or, if that one was renamed or deleted, the oldest artist that has it. A `bio` in the POST replaces the stored one, unless it is null. A PATCH with a null `bio` clears it.',
    'A `bio` has at most 50,000 characters. `filter[bio]` searches 12,000 artists with texts of up to 2,000 bytes, or 6,000 with texts of up to 4 KB, or fewer with longer texts; beyond that, the response is a 400 that asks for more filters.',
    'An artist that is named by an album, a track or an extended credit cannot be deleted (422 `artist_has_albums`). Deleting an artist deletes its DSP profiles.',
  ],
  attributes: {
    name: attr(text(1, 255), { required: true }),
    bio: keptApartWhenLong(v.nullable(multilineText(0, LONG_TEXT))),
    ...timestamps,
  },
  relationships: {
    'album-artists': toMany('album-artists', { inverse: 'artist' }),
    'track-artists': toMany('track-artists', { inverse: 'artist' }),
    'dsp-availabilities': toMany('artist-dsp-availabilities', { inverse: 'artist' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  actions: {
    trends: trendsAction('Artist', 'an artist by day, DSP, country and album'),
  },
  filters: {
    name: partial('name'),
    bio: partial('bio', { from: 'record' }),
    'created-at': date('created-at'),
  },
  sorts: ['name', 'created-at', 'updated-at'],
  includes: ['album-artists.album', 'track-artists.track', 'dsp-availabilities.dsp'],
  smartCreation: { by: 'name', updates: ['bio'], duplicates: 'allow-duplicate-name' },
  taken: {
    name: {
      code: 'value_taken',
      detail:
        'Another of your artists has this name. To let both have it, send `allow-duplicate-name` as true in `data.meta`.',
      pointer: '/data/attributes/name',
    },
  },
});
