/**
 * Albums with long texts and unique titles, and songs that link to them by a short list, a long one and an
 * index.
 */

import * as v from 'valibot';
import { expect } from 'vitest';
import { attr, text, timestamps } from '../../shared/kit/declare/attribute.ts';
import { toOne } from '../../shared/kit/declare/relationship.ts';
import { deciding } from '../../shared/kit/records/deciding.ts';
import { newRecord, save, storeOf } from '../../shared/kit/records/store.ts';
import { recordKey } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { defineApi } from './define-api.ts';
import { defineResource } from './undescribed.ts';

const plain = { group: 'g', owner: 'user', pageMeta: 'kebab', operations: ['read'] } as const;
export const albums = defineResource({
  ...plain,
  type: 'albums',
  attributes: {
    title: attr(text(1)),
    notes: attr(v.nullable(v.string()), { apart: 'when-long' }),
    lyrics: attr(v.nullable(v.string()), { apart: 'when-long' }),
    ...timestamps,
  },
  relationships: {},
});
export const songs = defineResource({
  ...plain,
  type: 'songs',
  attributes: { name: attr(text(1)) },
  relationships: { album: toOne('albums'), source: toOne('albums'), sampler: toOne('albums') },
});
const api = defineApi({
  resources: [albums, songs],
  keys: {
    albums: { unique: { title: 'owner' } },
    songs: { links: { album: { max: 3 }, source: {}, sampler: { max: 101 } } },
  },
});
export const now = new Date('2026-11-21T12:00:00Z');
export const store = () => storeOf(api, { table: new Table(), now });

export const OWNER = '1';
let titles = 0;
export const newAlbum = async (fields: object = {}) => {
  const after = newRecord(store(), albums, {
    ownerId: OWNER,
    fields: { title: `A${++titles}`, ...fields },
  });
  expect(await save(deciding(store()), [{ resource: albums, after }])).toEqual({ is: 'saved' });
  return after;
};
export const newSong = async (album: string | null) => {
  const after = newRecord(store(), songs, { ownerId: OWNER, fields: { name: 'S', album } });
  expect(await save(deciding(store()), [{ resource: songs, after }])).toEqual({ is: 'saved' });
  return after;
};
export const rowOf = (id: string) => new Table().get(recordKey('albums', id));
