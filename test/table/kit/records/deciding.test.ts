/** Decisions whose reads hold until their write. Each begins with what it reads, and something changes meanwhile. */

import { describe, expect, it } from 'vitest';
import { countersIn, isZero } from '../../../../shared/kit/records/counts.ts';
import { decided } from '../../../../shared/kit/records/decided.ts';
import { attributesReader, deciding, plain, unheld } from '../../../../shared/kit/records/deciding.ts';
import { guardedLinkings } from '../../../../shared/kit/records/linked-records.ts';
import { changeRecord, findRecord, newRecord, save } from '../../../../shared/kit/records/store.ts';
import { type Condition, equal, rowExists, rowMissing } from '../../../../shared/kit/table/expressions.ts';
import { recordKey, WHOLE } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { problem } from '../../../../shared/kit/values/problems.ts';
import { albums, newAlbum, newSong, OWNER, songs, store } from '../../../support/songs.ts';
import { withTable } from '../../../support/table.ts';

withTable();

let renamed = 0;
const rename = (id: string) =>
  changeRecord(store(), { resource: albums, id }, () => ({ fields: { title: `Other ${++renamed}` } }));

const newSongOf = (name: string, album: string | null = null) => ({
  resource: songs,
  after: newRecord(store(), songs, { ownerId: OWNER, fields: { name, album } }),
});

const listed = { resource: songs, by: 'album' } as const;
const samplers = countersIn({ songs: { links: { sampler: { max: 101 } } } })(songs, 'sampler');

describe('the write of a decision', () => {
  it('fails if a record that it read was changed or deleted', async () => {
    for (const change of [
      rename,
      (id: string) => new Table().commit([{ delete: { ...recordKey(albums.type, id) } as never }]),
    ]) {
      const { id } = await newAlbum();
      const decision = deciding(store());
      await findRecord(decision, albums, id);
      await change(id);
      const made = newSongOf('Made');
      expect(await save(decision, [made])).toEqual({ is: 'stale' });
      expect(await findRecord(store(), songs, made.after.id)).toBeUndefined();
    }
  });

  it('fails if a record that it did not find was created', async () => {
    const created = newSongOf('Created');
    const decision = deciding(store());
    expect(await findRecord(decision, songs, created.after.id)).toBeUndefined();
    await save(deciding(store()), [created]);
    expect(await save(decision, [newSongOf('Made')])).toEqual({ is: 'stale' });
  });

  it('fails if a list of links that it read has changed, even an empty one', async () => {
    const album = await newAlbum();
    for (const count of [0, 1]) {
      const decision = deciding(store());
      const { linkings } = await guardedLinkings(decision, album, listed);
      expect(linkings).toHaveLength(count);
      await newSong(album.id);
      expect(await save(decision, [newSongOf('Made')])).toEqual({ is: 'stale' });
    }
  });

  it('fails if a row without a revision has changed', async () => {
    const key = { pk: 'plain-row', sk: '#' };
    await new Table().commit([{ put: { ...key, value: 1, others: ['a'] } }]);
    const decision = deciding(store());
    await decision.table.get(key);
    expect(await save(decision, [newSongOf('Made')])).toEqual({ is: 'saved' });
    await new Table().commit([{ update: key, with: [{ set: 'value', to: 2 }] }]);
    expect(await save(decision, [newSongOf('Made')])).toEqual({ is: 'stale' });
  });

  it('fails if a row was read in two states', async () => {
    const { id } = await newAlbum();
    const decision = deciding(store());
    await findRecord(decision, albums, id);
    await rename(id);
    const after = await findRecord(decision, albums, id);
    const check = { check: recordKey(albums.type, id), condition: equal('version', after?.version) };
    expect(await save(decision, [newSongOf('Made')], [check])).toEqual({ is: 'stale' });
  });

  it('succeeds if what it read unheld has changed', async () => {
    const { id } = await newAlbum();
    const decision = deciding(store());
    await findRecord(unheld(decision, 'Nothing depends on it in this test.'), albums, id);
    await rename(id);
    expect(await save(decision, [newSongOf('Made')])).toEqual({ is: 'saved' });
  });

  it('fails if what it read has changed, whatever other conditions its writes have', async () => {
    const { id } = await newAlbum();
    const others: readonly Condition[] = [
      isZero(samplers),
      rowExists,
      equal('owner', OWNER),
      { any: [rowMissing, equal('owner', OWNER)] },
    ];
    for (const condition of others) {
      const decision = deciding(store());
      await findRecord(decision, albums, id);
      await rename(id);
      const check = { check: recordKey(albums.type, id), condition };
      expect(await save(decision, [newSongOf('Made')], [check])).toEqual({ is: 'stale' });
    }
  });

  it('depends on the attributes that it read of a row, and not on others', async () => {
    const key = { pk: 'read-in-part', sk: WHOLE };
    const write = (row: object) => new Table().commit([{ put: { ...key, ...row } }]);
    const read = attributesReader<{ readonly role: string; readonly flag?: true; readonly used: number }>();
    const outcomes: unknown[] = [];
    for (const [before, after] of [
      [
        { role: 'admin', used: 1 },
        { role: 'admin', used: 2 },
      ],
      [
        { role: 'admin', used: 1 },
        { role: 'analyst', used: 1 },
      ],
      [
        { role: 'admin', used: 1 },
        { role: 'admin', used: 1, flag: true },
      ],
    ] as const) {
      await write(before);
      const decision = deciding(store());
      expect(await read(decision, key, ['role', 'flag'])).toEqual({ role: 'admin', flag: undefined });
      await write(after);
      outcomes.push((await save(decision, [newSongOf('Made')])).is);
    }
    expect(outcomes).toEqual(['saved', 'stale', 'stale']);
    const decision = deciding(store());
    const missing = { pk: 'read-in-part', sk: 'missing' };
    expect(await read(decision, missing, ['role'])).toBeUndefined();
    await new Table().commit([{ put: { ...missing, role: 'admin' } }]);
    expect(await save(decision, [newSongOf('Made')])).toEqual({ is: 'stale' });
  });

  it('fails if a count that it used has changed, however it was read', async () => {
    for (const isHeld of [true, false]) {
      const { id } = await newAlbum();
      const decision = deciding(store());
      const reading = isHeld ? decision : unheld(decision, 'Only its count matters in this test.');
      const album = await findRecord(reading, albums, id);
      const other = deciding(store());
      await findRecord(other, albums, id);
      expect(album && samplers.of(album)).toBe(0);
      const sampled = newSongOf('Sampled').after;
      const after = { ...sampled, fields: { ...sampled.fields, sampler: id } };
      await save(deciding(store()), [{ resource: songs, after }]);
      expect(await save(decision, [newSongOf('Made')])).toEqual({ is: 'stale' });
      // The count alone does not change the version.
      expect(await save(other, [newSongOf('Made')])).toEqual({ is: 'saved' });
    }
  });

  it('holds what is read in both ways', async () => {
    for (const order of ['held first', 'held last']) {
      const { id } = await newAlbum();
      const decision = deciding(store());
      const ways = [decision, unheld(decision, 'Nothing depends on it in this test.')];
      for (const way of order === 'held first' ? ways : ways.reverse()) await findRecord(way, albums, id);
      await rename(id);
      expect(await save(decision, [newSongOf('Made')]), order).toEqual({ is: 'stale' });
    }
  });

  it('does not check reads made for separate writes', async () => {
    const { id } = await newAlbum();
    const decision = deciding(store());
    await findRecord(plain(decision), albums, id);
    await rename(id);
    expect(await save(decision, [newSongOf('Made')])).toEqual({ is: 'saved' });
  });
});

describe('a decision', () => {
  it('is repeated if what it read changes before its write', async () => {
    const { id } = await newAlbum();
    const seen: unknown[] = [];
    await decided(store(), async (decision) => {
      const album = await findRecord(decision, albums, id);
      seen.push(album?.version);
      if (seen.length === 1) await rename(id);
      const { is } = await save(decision, [newSongOf('Made')]);
      return is === 'saved' ? undefined : 'again';
    });
    expect(seen).toEqual([1, 2]);
  });

  it('is repeated for a rejection if a row changed between two reads', async () => {
    const [one, two] = [await newAlbum(), await newAlbum()];
    let attempts = 0;
    const deciding = decided(store(), async (decision) => {
      attempts += 1;
      await findRecord(decision, albums, one.id);
      if (attempts === 1) await rename(one.id);
      await findRecord(decision, albums, two.id);
      throw problem('unknown_record', 'Rejected.');
    });
    await expect(deciding).rejects.toThrow('Rejected.');
    expect(attempts).toBe(2);
  });

  it('is not repeated for a rejection that depends on one row', async () => {
    const { id } = await newAlbum();
    const { table, ...rest } = store();
    let attempts = 0;
    const deciding = decided({ ...rest, table }, async (decision) => {
      attempts += 1;
      await findRecord(decision, albums, id);
      await rename(id);
      throw problem('unknown_record', 'Rejected.');
    });
    await expect(deciding).rejects.toThrow('Rejected.');
    expect([attempts, table.meter.readUnits]).toEqual([1, 1]);
  });
});
