/** Records that are found, changed and found by their links, in the table. */

import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { defineApi } from '../../../../shared/kit/declare/api.ts';
import { attr, keptApartWhenLong, text, timestamps } from '../../../../shared/kit/declare/attribute.ts';
import { toOne } from '../../../../shared/kit/declare/relationship.ts';
import { defineResource } from '../../../../shared/kit/declare/resource.ts';
import {
  heldLinkings,
  linkedRecords,
  linkedRecordsOf,
  linkingsOf,
} from '../../../../shared/kit/records/linked-records.ts';
import { reindex } from '../../../../shared/kit/records/reindex.ts';
import { recordOf } from '../../../../shared/kit/records/rows.ts';
import {
  changed,
  changedUnseen,
  changeRecord,
  findRecord,
  findRecords,
  newRecord,
  retried,
  save,
  storeOf,
} from '../../../../shared/kit/records/store.ts';
import { findHolder, findHolders, uniqueValue } from '../../../../shared/kit/records/unique-values.ts';
import { apartKey, recordKey, uniqueKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { rawRow } from '../../../support/raw-row.ts';
import { withTable } from '../../../support/table.ts';

withTable();

const plain = { group: 'g', owner: 'user', pageMeta: 'kebab', operations: ['read'] } as const;
const albums = defineResource({
  ...plain,
  type: 'albums',
  attributes: {
    title: attr(text(1)),
    notes: keptApartWhenLong(v.nullable(v.string())),
    lyrics: keptApartWhenLong(v.nullable(v.string())),
    ...timestamps,
  },
  relationships: {},
});
const songs = defineResource({
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
const now = new Date('2026-11-21T12:00:00Z');
const store = () => storeOf(api, { table: new Table(), now });

let owner = 0;
let titles = 0;
beforeEach(() => {
  owner += 1;
});
const newAlbum = async (fields: object = {}) => {
  const after = newRecord(store(), albums, {
    ownerId: String(owner),
    fields: { title: `A${++titles}`, ...fields },
  });
  expect(await save(store(), [{ resource: albums, after }])).toEqual({ is: 'saved' });
  return after;
};
const newSong = async (album: string | null) => {
  const after = newRecord(store(), songs, { ownerId: String(owner), fields: { name: 'S', album } });
  expect(await save(store(), [{ resource: songs, after }])).toEqual({ is: 'saved' });
  return after;
};
const rowOf = (id: string) => new Table().get(recordKey('albums', id));

describe('a record', () => {
  it('that is new has initial values and the time', async () => {
    const { id, ...rest } = newRecord(store(), albums, { ownerId: '1', fields: { title: 'A' } });
    expect(id).toMatch(/^\d{15,16}$/);
    const at = now.toISOString();
    expect(rest).toStrictEqual({
      type: 'albums',
      ownerId: '1',
      version: 1,
      fields: { title: 'A', 'created-at': at, 'updated-at': at },
      apart: [],
    });
    expect(newRecord(store(), songs, { id: '7', ownerId: '1', fields: {} })).toStrictEqual({
      type: 'songs',
      id: '7',
      ownerId: '1',
      version: 1,
      fields: { name: null, album: null, source: null, sampler: null },
    });
  });

  it('has its next version and time after a change, which its owner sees or does not', async () => {
    const before = await newAlbum();
    const later = { now: new Date('2026-11-22T12:00:00Z') };
    expect(changed(later, albums, { before, fields: { title: 'B' } })).toMatchObject({
      version: 2,
      fields: {
        title: 'B',
        'updated-at': '2026-11-22T12:00:00.000Z',
        'created-at': before.fields['created-at'],
      },
    });
    expect(changedUnseen(before, { title: 'B' })).toEqual({
      ...before,
      version: 2,
      fields: { ...before.fields, title: 'B' },
    });
    const song = await newSong(null);
    expect(changed(later, songs, { before: song, fields: {} }).fields).toEqual(song.fields);
  });

  it('is found by its id, if there is one with this id', async () => {
    const { id } = await newAlbum();
    const other = await newAlbum();
    expect(await findRecord(store(), albums, id)).toMatchObject({ id, version: 1 });
    expect(await findRecord(store(), albums, '1')).toBeUndefined();
    const { table } = store();
    expect(await findRecord({ table }, albums, 'x#y')).toBeUndefined();
    expect(table.meter.calls).toBe(0);
    const found = await findRecords(store(), albums, [id, '1', other.id, id]);
    expect(found.map((each) => each.id).toSorted()).toEqual([id, other.id].toSorted());
  });

  it('is changed by a decision, again if it has changed since', async () => {
    const { id } = await newAlbum();
    let times = 0;
    const after = await changeRecord(store(), { resource: albums, id }, async (before) => {
      times += 1;
      if (times === 1)
        await changeRecord(store(), { resource: albums, id }, () => ({
          fields: { title: `Between ${id}` },
        }));
      return { fields: { title: `${before.fields.title}!` } };
    });
    expect([times, after.version, after.fields.title]).toEqual([2, 3, `Between ${id}!`]);
    expect(await findRecord(store(), albums, id)).toMatchObject({ version: 3, fields: after.fields });
  });

  it('stays as it is without a decision, and cannot be changed if it does not exist or its value is taken', async () => {
    const before = await newAlbum();
    const other = await newAlbum();
    const change = (id: string, decision: object | undefined) =>
      changeRecord(store(), { resource: albums, id }, () => decision);
    expect((await change(before.id, undefined)).version).toBe(1);
    expect((await change(before.id, {})).version).toBe(2);
    await expect(change('1', {})).rejects.toThrow('unknown_record: No albums record has the id 1.');
    await expect(change(before.id, { fields: { title: other.fields.title } })).rejects.toThrow('value_taken');
    const row = { pk: `beside-${before.id}`, sk: '#' };
    const song = newRecord(store(), songs, { ownerId: String(owner), fields: { name: 'S' } });
    await change(before.id, { also: [{ resource: songs, after: song }], writes: [{ put: row }] });
    expect(await findRecord(store(), songs, song.id)).toBeDefined();
    expect(await new Table().get(row)).toEqual(row);
  });
});

describe('an attempt', () => {
  it('is repeated ten times, or as often as it may be', async () => {
    for (const [attempts, count] of [
      [undefined, 10],
      [3, 3],
    ] as const) {
      let times = 0;
      const again = async () => {
        times += 1;
        return 'again' as const;
      };
      await expect(retried(again, attempts ? { attempts, pauseMs: 1 } : {})).rejects.toThrow(
        'table_throttled: Concurrent requests kept changing the same record. Try again.',
      );
      expect(times).toBe(count);
    }
  });

  it('ends with its first result', async () => {
    const results = ['again', 'done', 'more'];
    expect(await retried(async () => results.shift())).toBe('done');
  });
});

describe('the records that link to a record', () => {
  it('are found in its list, oldest first, with a check that the list stays the same', async () => {
    const album = await newAlbum();
    const made = [await newSong(album.id), await newSong(album.id)];
    const ids = made.map(({ id }) => id);
    const about = { resource: songs, by: 'album' };
    const { linkings, unchanged } = await heldLinkings(store(), album, about);
    expect(linkings).toEqual(ids.map((id) => ({ id, ids: { source: null, sampler: null }, place: id })));
    const { records } = await linkedRecords(store(), album, about);
    expect(records.map(({ id }) => id).toSorted()).toEqual(ids);
    await store().table.commit(unchanged);
    await newSong(album.id);
    await expect(store().table.commit(unchanged)).rejects.toThrow('A condition of the write failed.');
  });

  it('are found over all rows of a long list, oldest first', async () => {
    const sampler = await newAlbum();
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) {
      const after = newRecord(store(), songs, {
        ownerId: String(owner),
        fields: { name: 'S', sampler: sampler.id },
      });
      await save(store(), [{ resource: songs, after }]);
      ids.push(after.id);
    }
    const about = { resource: songs, by: 'sampler' };
    const { linkings, unchanged } = await heldLinkings(store(), sampler, about);
    expect(linkings.map(({ id }) => id)).toEqual(ids);
    await store().table.commit(unchanged);
    const found = await linkingsOf(store(), [sampler], about);
    expect(found.get(sampler.id)?.map(({ id }) => id)).toEqual(ids);
  });

  it('of several records are found together, and separately', async () => {
    const [first, second, none] = [await newAlbum(), await newAlbum(), await newAlbum()];
    const songOf = [await newSong(second.id), await newSong(first.id), await newSong(second.id)];
    const [a, b, c] = songOf.map(({ id }) => id);
    const targets = [first, second, none];
    const units: number[] = [];
    for (const isEventual of [false, true]) {
      const { api: all, table } = store();
      const found = await linkingsOf({ api: all, table }, targets, {
        resource: songs,
        by: 'album',
        isEventual,
      });
      expect([...found].map(([id, each]) => [id, each.map((linking) => linking.id)])).toEqual([
        [first.id, [b]],
        [second.id, [a, c]],
        [none.id, []],
      ]);
      units.push(table.meter.readUnits);
    }
    expect(units[1]).toBe((units[0] ?? 0) / 2);
    const records = await linkedRecordsOf(store(), targets, { resource: songs, by: 'album' });
    expect([...records.values()].map((each) => each.map(({ id }) => id))).toEqual([[b], [a, c], []]);
  });

  it('are not found by a link without a list', async () => {
    const album = await newAlbum();
    const message = 'The link songs.source is not bounded. Set its max.';
    await expect(linkedRecords(store(), album, { resource: songs, by: 'source' })).rejects.toThrow(message);
    await expect(linkingsOf(store(), [album], { resource: songs, by: 'nothing' })).rejects.toThrow(
      'The link songs.nothing is not bounded.',
    );
  });
});

describe('the holder of a value', () => {
  const value = (title: string) =>
    uniqueValue('albums', { owner: String(owner), field: 'title', values: [title] });

  it('is found by the form of today or the former one', async () => {
    const album = await newAlbum({ title: 'Λόγος' });
    const { key, formerKey } = value('Λόγος');
    expect(await findHolder(new Table(), value('ΛΌΓΟΣ'))).toBe(album.id);
    expect(await findHolder(new Table(), value('Other'))).toBeUndefined();
    await new Table().commit([{ delete: key }, { put: { ...(formerKey ?? key), holder: '7' } }]);
    expect(await findHolder(new Table(), value('λόγος'))).toBe('7');
  });

  it('is the first, with the oldest of the others', async () => {
    const { key } = value('Shared');
    const of = () => findHolders(new Table(), value('Shared'));
    expect(await of()).toBeUndefined();
    await new Table().commit([{ put: { ...key, holder: '3' } }]);
    expect(await of()).toEqual({ first: '3', second: undefined });
    await new Table().putMany(
      ['12', '9'].map((id) => ({ pk: key.pk, sk: id.padStart(16, '0'), holder: id })),
    );
    expect(await of()).toEqual({ first: '3', second: '9' });
  });
});

describe('a record that was written before its value had to be unique', () => {
  /** @returns its id. */
  async function olderAlbum(title: string): Promise<string> {
    const { id } = await newAlbum({ title });
    const { key } = uniqueValue('albums', { owner: String(owner), field: 'title', values: [title] });
    await new Table().commit([
      { delete: key },
      { update: recordKey('albums', id), with: [{ set: ['slim', '~'], to: 'older' }] },
    ]);
    return id;
  }
  const change = (id: string) => changeRecord(store(), { resource: albums, id }, () => ({}));
  const holderOf = (title: string) =>
    findHolder(new Table(), uniqueValue('albums', { owner: String(owner), field: 'title', values: [title] }));

  it('takes the value with its next change', async () => {
    const id = await olderAlbum('Free');
    expect((await change(id)).version).toBe(2);
    expect(await holderOf('Free')).toBe(id);
  });

  it('is rejected with its next change if another record holds the value', async () => {
    const id = await olderAlbum('Taken');
    const other = await newAlbum({ title: 'Taken' });
    await expect(change(id)).rejects.toThrow('value_taken');
    expect(await holderOf('Taken')).toBe(other.id);
  });
});

describe('reindex', () => {
  const reindexed = async (id: string) => reindex(store(), (await rowOf(id)) ?? {});

  it('leaves rows as they are that are complete, or no records', async () => {
    const { id } = await newAlbum();
    expect(await reindexed(id)).toBe(false);
    expect(await reindex(store(), { pk: 'others#1', sk: '#' })).toBe(false);
    expect(await reindex(store(), { pk: `albums#${id}`, sk: 'apart#notes' })).toBe(false);
    expect(await reindex(store(), { ...uniqueKey('albums', '1#title', 'x'), holder: '1' })).toBe(false);
  });

  it('gives the weight of a long text to a record that lacks it, with the same version', async () => {
    const { id } = await newAlbum({ notes: 'x'.repeat(9000) });
    const { weights, ...row } = (await rowOf(id)) ?? {};
    expect(weights).toEqual({ notes: 1.5 });
    await new Table().commit([{ put: { ...row, ...rawRow(recordKey('albums', id)) } }]);
    expect(await reindexed(id)).toBe(true);
    expect(await rowOf(id)).toEqual({ ...row, weights });
    expect(await reindexed(id)).toBe(false);
  });

  it('leaves a record as it is whose text is short or has no row', async () => {
    const { id } = await newAlbum({ notes: 'x'.repeat(3000) });
    expect((await rowOf(id))?.['apart']).toEqual(['notes']);
    expect(await reindexed(id)).toBe(false);
    await new Table().commit([{ delete: apartKey('albums', id, 'notes') }]);
    expect(await reindexed(id)).toBe(false);
  });

  it('moves a long text out of the row of a record that was written before', async () => {
    const notes = 'x'.repeat(5000);
    const { id } = await newAlbum();
    const row = (await rowOf(id)) ?? {};
    const { apart: _, ...older } = row;
    const rest = { ...(row['rest'] as object), notes };
    await new Table().commit([{ put: { ...older, rest, ...rawRow(recordKey('albums', id)) } }]);
    expect(await reindexed(id)).toBe(true);
    expect(await rowOf(id)).toEqual({ ...row, apart: ['notes', 'lyrics'], weights: { notes: 1 } });
    expect(await new Table().get(apartKey('albums', id, 'notes'))).toMatchObject({ value: notes });
  });

  it('gives each of several long texts its own weight', async () => {
    const { id } = await newAlbum({ notes: 'x'.repeat(9000), lyrics: 'x'.repeat(5000) });
    const { weights, ...row } = (await rowOf(id)) ?? {};
    expect(weights).toEqual({ notes: 1.5, lyrics: 1 });
    await new Table().commit([{ put: { ...row, ...rawRow(recordKey('albums', id)) } }]);
    expect(await reindexed(id)).toBe(true);
    expect((await rowOf(id))?.['weights']).toEqual(weights);
  });

  it('starts over from a row that has changed, and ends if the record is deleted', async () => {
    const { id } = await newAlbum();
    const row = (await rowOf(id)) ?? {};
    const older = { ...row, slim: {} };
    const before = recordOf(albums, row);
    await changeRecord(store(), { resource: albums, id }, () => ({ fields: { title: `Later ${id}` } }));
    expect(await reindex(store(), older)).toBe(false);
    expect((await rowOf(id))?.['slim']).not.toEqual({});
    const current = (await findRecord(store(), albums, id)) ?? before;
    await save(store(), [{ resource: albums, before: current }]);
    expect(await reindex(store(), older)).toBe(false);
    expect(await rowOf(id)).toBeUndefined();
  });
});
