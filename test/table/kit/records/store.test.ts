/** Records that are made, found and changed in the table, and the holders of their values. */

import { describe, expect, it } from 'vitest';
import { retried } from '../../../../shared/kit/records/decided.ts';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import {
  changed,
  changedUnseen,
  changeRecord,
  findRecord,
  findRecords,
  newRecord,
  save,
} from '../../../../shared/kit/records/store.ts';
import { findHolder, findHolders, uniqueValue } from '../../../../shared/kit/records/unique-values.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { albums, newAlbum, newSong, now, OWNER, songs, store } from '../../../support/songs.ts';
import { withTable } from '../../../support/table.ts';

withTable();

describe('a record', () => {
  it('has initial values and the time when new', async () => {
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

  it('has its next version and time after a change, visible to its owner or not', async () => {
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

  it('is found by id if it exists', async () => {
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

  it('is changed by a decision, which is repeated if it has changed meanwhile', async () => {
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

  it('is unchanged without a decision, if it is missing or if its value is taken', async () => {
    const before = await newAlbum();
    const other = await newAlbum();
    const change = (id: string, decision: object | undefined) =>
      changeRecord(store(), { resource: albums, id }, () => decision);
    expect((await change(before.id, undefined)).version).toBe(1);
    expect((await change(before.id, {})).version).toBe(2);
    await expect(change('1', {})).rejects.toThrow('unknown_record: No albums record has the id 1.');
    await expect(change(before.id, { fields: { title: other.fields.title } })).rejects.toThrow('value_taken');
    const row = { pk: `beside-${before.id}`, sk: '#' };
    const song = newRecord(store(), songs, { ownerId: OWNER, fields: { name: 'S' } });
    await change(before.id, { also: [{ resource: songs, after: song }], writes: [{ put: row }] });
    expect(await findRecord(store(), songs, song.id)).toBeDefined();
    expect(await new Table().get(row)).toEqual(row);
  });
});

describe('a transaction', () => {
  it('is not repeated after an error unrelated to counts', async () => {
    const { id: sampler } = await newAlbum();
    const after = newRecord(store(), songs, { ownerId: OWNER, fields: { name: 'S', sampler } });
    let times = 0;
    const commit = async () => {
      times += 1;
      throw new Error('Broken');
    };
    await expect(save(deciding({ ...store(), commit }), [{ resource: songs, after }])).rejects.toThrow(
      'Broken',
    );
    expect(times).toBe(1);
  });
});

describe('an attempt', () => {
  it('is repeated up to fifteen times with pauses', async () => {
    const paused: number[] = [];
    const pause = async (attempts: number) => void paused.push(attempts);
    let times = 0;
    const again = async () => {
      times += 1;
      return 'again' as const;
    };
    await expect(retried(again, { pause })).rejects.toThrow(
      'table_throttled: Concurrent requests kept changing the same record. Try again.',
    );
    expect(times).toBe(16);
    expect(paused).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  it('ends with its first result', async () => {
    const results = ['again', 'done', 'more'];
    expect(await retried(async () => results.shift())).toBe('done');
  });
});

describe('the holder of a value', () => {
  const value = (title: string) => uniqueValue('albums', { owner: OWNER, field: 'title', values: [title] });

  it('is found by any spelling of the value', async () => {
    const album = await newAlbum({ title: 'Λόγος' });
    expect(await findHolder(new Table(), value('ΛΌΓΟΣ'))).toBe(album.id);
    expect(await findHolder(new Table(), value('Other'))).toBeUndefined();
    expect(await findHolder(new Table(), value('λόγος'))).toBe(album.id);
  });

  it('is the first, followed by the oldest of the others', async () => {
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
