/** Records of an older layout, rewritten by their next change or by reindex. */
import { describe, expect, it } from 'vitest';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import { reindex } from '../../../../shared/kit/records/reindex.ts';
import { recordOf } from '../../../../shared/kit/records/rows.ts';
import { changeRecord, findRecord, save } from '../../../../shared/kit/records/store.ts';
import { findHolder, uniqueValue } from '../../../../shared/kit/records/unique-values.ts';
import { recordKey, uniqueKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { albums, newAlbum, OWNER, rowOf, store } from '../../../support/songs.ts';
import { withTable } from '../../../support/table.ts';

withTable();

describe('a record written before its value had to be unique', () => {
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

  it('is rejected on its next change if another record holds the value', async () => {
    const id = await olderAlbum('Taken');
    const other = await newAlbum({ title: 'Taken' });
    await expect(change(id)).rejects.toThrow('value_taken');
    expect(await holderOf('Taken')).toBe(other.id);
  });
});

describe('reindex', () => {
  const reindexed = async (id: string) => reindex(store(), (await rowOf(id)) ?? {});

  it('leaves complete rows and other rows unchanged', async () => {
    const { id } = await newAlbum();
    expect(await reindexed(id)).toBe(false);
    expect(await reindex(store(), { pk: 'others#1', sk: '#' })).toBe(false);
    expect(await reindex(store(), { pk: `albums#${id}`, sk: 'apart#notes' })).toBe(false);
    expect(await reindex(store(), { ...uniqueKey('albums', '1#title', 'x'), holder: '1' })).toBe(false);
  });

  it('restarts from a changed row, and ends if the record is deleted', async () => {
    const { id } = await newAlbum();
    const row = (await rowOf(id)) ?? {};
    const older = { ...row, slim: { '~': 'older' } };
    const before = recordOf(albums, row);
    await changeRecord(store(), { resource: albums, id }, () => ({ fields: { title: `Later ${id}` } }));
    expect(await reindex(store(), older)).toBe(false);
    expect((await rowOf(id))?.['slim']).not.toEqual({ '~': 'older' });
    const current = (await findRecord(store(), albums, id)) ?? before;
    await save(deciding(store()), [{ resource: albums, before: current }]);
    expect(await reindex(store(), older)).toBe(false);
    expect(await rowOf(id)).toBeUndefined();
  });
});
