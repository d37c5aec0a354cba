/** Items in rows of their parents, found by id, by parent and by owner. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import { type Listed, PackedLists } from '../../../../shared/kit/records/packed-lists.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { withTable } from '../../../support/table.ts';

withTable();
const now = new Date();

interface Match {
  readonly id: number;
  readonly [name: string]: number;
}
const lists = new PackedLists<Match>({
  type: 'matches',
  parent: 'track',
  items: 'found',
  countsIn: 'slim',
  listKey: (id) => ({ pk: `matches-of#${id}`, sk: '#' }),
  blockKey: (block) => ({ pk: `match-block#${block}`, sk: '#' }),
  mostUnits: 10,
});
const recordOf = ({ list, item }: Listed<Match>): StoredRecord => ({
  type: 'matches',
  id: String(item.id),
  ownerId: list.ownerId,
  version: list.changes,
  fields: { track: list.parentId },
});

/** Writes the items of a parent, whose ids are all in one block. */
async function write(parentId: string, ownerId: string, ids: readonly number[]): Promise<void> {
  const table = new Table();
  const before = await lists.read(table, { parentId, ownerId });
  const block = Math.floor((ids[0] ?? 0) / 256);
  await table.commit([
    ...lists.write(
      before,
      ids.map((id) => ({ id })),
      { now },
    ),
    lists.takeBlock(before, block),
  ]);
}
beforeAll(async () => {
  await write('5', '1', [513, 512]);
  await write('6', '1', [256, 257]);
  await write('7', '2', [768]);
});

const reading = () => ({ table: new Table() });
const idsOf = (found: readonly Listed<Match>[]) => found.map(({ list, item }) => [list.parentId, item.id]);

describe('an item of a packed list', () => {
  it('is found by id, with items of other parents, in id order', async () => {
    expect(idsOf(await lists.find(['768', '513', '256', '514', '2000'], reading()))).toEqual([
      ['6', 256],
      ['5', 513],
      ['7', 768],
    ]);
    expect(await lists.find([], reading())).toEqual([]);
  });

  it('is found by its parent, once', async () => {
    expect(idsOf(await lists.ofParents(['5', '6', '5', 'none'], reading()))).toEqual([
      ['6', 256],
      ['6', 257],
      ['5', 512],
      ['5', 513],
    ]);
  });

  it('is not found after its list has changed, unless it remains', async () => {
    const table = new Table();
    const before = await lists.read(table, { parentId: '7', ownerId: '2' });
    expect(before).toMatchObject({ items: [{ id: 768 }], changes: 1 });
    await table.commit(lists.write(before, [{ id: 769 }], { now }));
    expect(idsOf(await lists.find(['768', '769'], reading()))).toEqual([['7', 769]]);
    await expect(table.commit(lists.write(before, [], { now }))).rejects.toThrow(
      'A condition of the write failed.',
    );
    await table.commit(lists.write(await lists.read(table, before), [{ id: 768 }], { now }));
  });
});

describe('the source of records', () => {
  const source = lists.source(recordOf);
  const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);

  it('finds them by id, in rows, and by the parents of an owner', async () => {
    expect(ids(await source.find(['513', '256'], reading() as never))).toEqual(['256', '513']);
    const [row] = await new Table().getMany([{ pk: 'matches-of#5', sk: '#' }]);
    expect(ids(source.packed?.inRow(row ?? {}, '1') ?? [])).toEqual(['512', '513']);
    const linking = await source.linking?.('1', { ids: ['5', '7'] } as never, reading() as never);
    expect(ids(linking ?? [])).toEqual(['512', '513']);
  });
});

it('any number of blocks can be deleted', async () => {
  const table = new Table();
  const blocks = Array.from({ length: 205 }, (_, each) => 1000 + each);
  const rows = blocks.flatMap((block) => {
    const write = lists.takeBlock({ parentId: '9', ownerId: '1' }, block);
    return 'put' in write ? [write.put] : [];
  });
  await table.putMany(rows);
  const deleting = new Table();
  await lists.deleteBlocks(deleting, blocks);
  await lists.deleteBlocks(deleting, []);
  expect(deleting.meter.calls).toBe(3);
  expect(await table.getMany(rows)).toEqual([]);
});
