/** Artists. A POST with the name of an existing artist returns that artist (specification 2.5, 4.6). */
import * as v from 'valibot';
import {
  attr,
  documentedAs,
  LONG_TEXT,
  multilineText,
  text,
  timestamps,
  visibleText,
} from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { date, partial } from '../../kit/declare/filter.ts';
import { toMany } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { ipi, isni } from '../rules/party-codes.ts';
import { trendsAction } from './trends-action.ts';

export const artists = defineResource({
  type: 'artists',
  about: 'A performer, band or composer, named by albums and tracks.',
  group: 'artists',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    name: attr(visibleText(1, 255), {
      required: true,
      ...documentedAs(text(1, 255)),
      says: 'The name that stores show.',
    }),
    bio: attr(v.nullable(multilineText(0, LONG_TEXT)), { apart: 'when-long', says: 'A biography.' }),
    isni: attr(v.nullable(isni), { says: 'The International Standard Name Identifier.' }),
    ipi: attr(v.nullable(ipi), {
      says: 'The IPI name number, by which societies of authors know the artist.',
    }),
    ...timestamps,
  },
  relationships: {
    'album-artists': toMany('album-artists', {
      inverse: 'artist',
      says: 'Where and in which role the artist is on albums.',
    }),
    'track-artists': toMany('track-artists', {
      inverse: 'artist',
      says: 'Where and in which role the artist is on tracks.',
    }),
    'dsp-availabilities': toMany('artist-dsp-availabilities', {
      inverse: 'artist',
      says: 'The profiles of the artist at stores.',
    }),
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
  smartCreation: { by: 'name', updates: ['bio', 'isni', 'ipi'], duplicates: 'allow-duplicate-name' },
  taken: {
    name: {
      code: 'value_taken',
      detail:
        'Another of your artists has this name. To allow both, send `allow-duplicate-name` as true in `data.meta`.',
      pointer: '/data/attributes/name',
    },
  },
});

export type Artist = Stored<typeof artists>;
