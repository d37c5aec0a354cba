/** Records that are found by their links, with strong consistency. */
import { describe, expect, it } from 'vitest';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import {
  guardedLinkings,
  linkedRecords,
  linkedRecordsOf,
  linkingsOf,
} from '../../../../shared/kit/records/linked-records.ts';
import { newRecord, save } from '../../../../shared/kit/records/store.ts';
import { newAlbum, newSong, OWNER, songs, store } from '../../../support/songs.ts';
import { withTable } from '../../../support/table.ts';

withTable();

describe('the records that link to a record', () => {
  it('are found in its list, oldest first, with a check that it stays unchanged', async () => {
    const album = await newAlbum();
    const made = [await newSong(album.id), await newSong(album.id)];
    const ids = made.map(({ id }) => id);
    const about = { resource: songs, by: 'album' };
    const { linkings, unchanged } = await guardedLinkings(store(), album, about);
    expect(linkings).toEqual(
      ids.map((id) => ({ id, ids: { source: null, sampler: null }, notes: {}, slot: id })),
    );
    const { records } = await linkedRecords(store(), album, about);
    expect(records.map(({ id }) => id).toSorted()).toEqual(ids);
    await store().table.commit(unchanged);
    await newSong(album.id);
    await expect(store().table.commit(unchanged)).rejects.toThrow('A condition of the write failed.');
  });

  it('are found across all rows of a long list, oldest first', async () => {
    const sampler = await newAlbum();
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) {
      const after = newRecord(store(), songs, {
        ownerId: OWNER,
        fields: { name: 'S', sampler: sampler.id },
      });
      await save(deciding(store()), [{ resource: songs, after }]);
      ids.push(after.id);
    }
    const about = { resource: songs, by: 'sampler' };
    const { linkings, unchanged } = await guardedLinkings(store(), sampler, about);
    expect(linkings.map(({ id }) => id)).toEqual(ids);
    await store().table.commit(unchanged);
    const found = await linkingsOf(store(), [sampler], about);
    expect(found.get(sampler.id)?.map(({ id }) => id)).toEqual(ids);
  });

  it('are found for several records together and separately', async () => {
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

  it('are not found by an unbounded link, which has no list', async () => {
    const album = await newAlbum();
    const message = 'The link songs.source is not bounded. Set its max.';
    await expect(linkedRecords(store(), album, { resource: songs, by: 'source' })).rejects.toThrow(message);
    await expect(linkingsOf(store(), [album], { resource: songs, by: 'nothing' })).rejects.toThrow(
      'The link songs.nothing is not bounded.',
    );
  });
});
