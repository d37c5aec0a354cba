/** Records of an older layout, rewritten by their next change or by reindex. */
import { describe, expect, it } from 'vitest';
import { reindex } from '../../../../shared/kit/records/reindex.ts';
import { recordOf } from '../../../../shared/kit/records/rows.ts';
import { changeRecord, findRecord, save } from '../../../../shared/kit/records/store.ts';
import { findHolder, uniqueValue } from '../../../../shared/kit/records/unique-values.ts';
import { apartKey, recordKey, uniqueKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { rawRow } from '../../../support/raw-row.ts';
import { albums, newAlbum, OWNER, rowOf, store } from '../../../support/songs.ts';
import { withTable } from '../../../support/table.ts';

withTable();

describe('a record that was written before its value had to be unique', () => {
  /** @returns its id. */
  async function olderAlbum(title: string): Promise<string> {
    const { id } = await newAlbum({ title });
    const { key } = uniqueValue('albums', { owner: OWNER, field: 'title', values: [title] });
    await new Table().commit([
      { delete: key },
      { update: recordKey('albums', id), with: [{ set: ['slim', '~'], to: 'older' }] },
    ]);
    return id;
  }
  const change = (id: string) => changeRecord(store(), { resource: albums, id }, () => ({}));
  const holderOf = (title: string) =>
    findHolder(new Table(), uniqueValue('albums', { owner: OWNER, field: 'title', values: [title] }));

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
