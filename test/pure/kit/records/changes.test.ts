/** The writes that a change of a record takes, without the table. */

import { describe, expect, it } from 'vitest';
import { attr, text } from '../../../../shared/kit/declare/attribute.ts';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import { toOne } from '../../../../shared/kit/declare/relationship.ts';
import { type Change, plan, sharedValues, unchangedCheck } from '../../../../shared/kit/records/changes.ts';
import { keyOf } from '../../../../shared/kit/table/merge.ts';
import { defineApi } from '../../../support/define-api.ts';
import { defineResource } from '../../../support/undescribed.ts';

const plain = { group: 'g', owner: 'user', pageMeta: 'kebab', operations: ['read'] } as const;
const inUse = { code: 'value_taken', detail: 'In use.' } as const;
const genres = defineResource({
  ...plain,
  owner: 'platform',
  type: 'genres',
  attributes: {},
  relationships: {},
});
const albums = defineResource({ ...plain, type: 'albums', attributes: {}, relationships: {} });
const parts = defineResource({ ...plain, type: 'parts', attributes: {}, relationships: {} });
const songs = defineResource({
  ...plain,
  type: 'songs',
  attributes: { mood: attr(text(1)) },
  relationships: {
    album: toOne('albums', { blocksDeletion: inUse }),
    sampler: toOne('albums'),
    genre: toOne('genres'),
  },
  quota: { max: 9, code: 'limit_reached', detail: 'Nine are the most.' },
});
const api = defineApi({
  resources: [genres, albums, parts, songs],
  keys: {
    albums: {},
    parts: { within: true },
    songs: {
      links: { album: { tallies: { calm: ({ mood }) => mood === 'calm' } }, sampler: { max: 2 } },
    },
  },
});
const record = (type: string, id: string, fields: StoredRecord['fields'] = {}): StoredRecord => ({
  type,
  id,
  ownerId: '1',
  version: 4,
  fields,
});
const song = (id: string, fields: StoredRecord['fields']): Change & { after: StoredRecord } => ({
  resource: songs,
  after: record('songs', id, { album: null, sampler: null, genre: null, ...fields }),
});
/** @returns each write with what it means that its condition fails. */
const planned = (...changes: Change[]) =>
  plan(api, changes).map(({ write, meaning }) => {
    const does = ['put', 'update', 'delete', 'check'].find((name) => name in write);
    const { pk, sk } = keyOf(write);
    return `${does} ${pk} ${sk}: ${meaning.is === 'rejected' ? meaning.problem.detail : meaning.is}`;
  });

describe('a change', () => {
  it('checks, counts and lists the links of a new record', () => {
    const fields = { mood: 'calm', album: '5', sampler: '6', genre: '7' };
    expect(planned(song('1', fields))).toEqual([
      'put songs#1 #: stale',
      'update quota#songs#1 #: Nine are the most.',
      'check albums#5 #: stale',
      'check albums#6 #: stale',
      'update albums#5 #: stale',
      'update albums#5 #: stale',
      'update albums#6#links#1 songs.sampler#0: stale',
      'check albums#6#links#1 songs.sampler#0: stale',
      'check albums#6#links#1 songs.sampler#0: At most 2 can link to one sampler.',
    ]);
  });

  it('updates only the tally if a condition changes', () => {
    const { after } = song('1', { mood: 'calm', album: '5' });
    const writes = planned({
      resource: songs,
      before: after,
      after: { ...after, fields: { ...after.fields, mood: 'loud' } },
    });
    expect(writes).toEqual(['update songs#1 #: stale', 'update albums#5 #: stale']);
  });

  it('deletes a record with its lists unless links, but not tallies, block it', () => {
    expect(planned({ resource: albums, before: record('albums', '5') })).toEqual([
      'delete albums#5 #: stale',
      'check albums#5 #: In use.',
      'delete albums#5#links#1 songs.sampler#0: stale',
    ]);
  });

  it('writes nothing for a record within another row', () => {
    expect(planned({ resource: parts, after: record('parts', '1') })).toEqual([]);
  });

  it('is rejected before any call if it adds more links than a list can have', () => {
    const all = ['1', '2', '3'].map((id) => song(id, { sampler: '6' }));
    expect(() => planned(...all)).toThrow('limit_reached: At most 2 can link to one sampler.');
    const [first, ...others] = all.map(({ after }) => after) as [StoredRecord, StoredRecord];
    const moved = {
      resource: songs,
      before: first,
      after: { ...first, fields: { ...first.fields, sampler: null } },
    };
    const added = others.map((after) => ({ resource: songs, after }));
    const room = plan(api, [moved, ...added]).at(-1);
    expect(room).toMatchObject({
      write: { condition: { any: [{ missing: 'length' }, { path: 'length', is: '<=', value: 1 }] } },
      meaning: { problem: { code: 'limit_reached', pointer: '/data/relationships/sampler' } },
    });
  });

  it('needs no room if it adds as many links as it removes', () => {
    const { after } = song('1', { sampler: '6' });
    const leaving = { resource: songs, before: after };
    const entering = song('2', { sampler: '6' });
    expect(planned(leaving, entering).filter((each) => each.includes('At most'))).toEqual([]);
  });
});

it.each([
  ['can', 'allow-duplicate-name', ['stale', 'stale', 'stale']],
  ['cannot', undefined, ['stale', 'taken']],
])(
  'a record %s share its name with another if its type has the member %s for duplicates',
  (_, duplicates, meanings) => {
    const bands = defineResource({
      ...plain,
      type: 'bands',
      attributes: { name: attr(text(1)) },
      relationships: {},
      smartCreation: { by: 'name', updates: [], ...(duplicates && { duplicates }) },
    });
    const known = defineApi({ resources: [bands], keys: { bands: { unique: { name: 'owner' } } } });
    const change = { resource: bands, after: record('bands', '2', { name: 'A' }), sharing: true };
    const values = sharedValues(known, [change]);
    expect(values).toHaveLength(duplicates ? 1 : 0);
    const holders = new Map(values.map(({ key }) => [key.pk, { first: '1', second: undefined }]));
    expect(plan(known, [change], holders).map(({ meaning }) => meaning.is)).toEqual(meanings);
  },
);

it('a record is unchanged as long as its version is', () => {
  expect(unchangedCheck(record('albums', '5'))).toEqual({
    check: { pk: 'albums#5', sk: '#' },
    condition: { path: 'version', is: '=', value: 4 },
  });
});
