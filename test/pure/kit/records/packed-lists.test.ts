/** The row that holds the items of a parent, and the rows of their blocks. */
import { describe, expect, it } from 'vitest';
import { blocksOf, PackedLists } from '../../../../shared/kit/records/packed-lists.ts';
import { rowMissing } from '../../../../shared/kit/table/expressions.ts';

const packing = {
  type: 'matches',
  parent: 'track',
  items: 'found',
  countsIn: 'row',
  listKey: (id: string) => ({ pk: `matches-of#${id}`, sk: '#' }),
  blockKey: (block: string) => ({ pk: `match-block#${block}`, sk: '#' }),
  mostUnits: 10,
} as const;
const inRow = new PackedLists<{ readonly id: number }>(packing);
const inSlim = new PackedLists<{ readonly id: number }>({ ...packing, countsIn: 'slim' });
const now = new Date();
const owned = { parentId: '5', ownerId: '1' };
const key = { pk: 'matches-of#5', sk: '#' };
const index = { owner: '1', ownerKey: '1#matches', ownerSort: '0000000000000005' };
const empty = inRow.listOf(undefined, owned);
const list = { ...owned, items: [{ id: 300 }], unusedBlocks: [], changes: 4 };

describe('a packed list', () => {
  it('is empty and unchanged without a row', () => {
    expect(empty).toEqual({ ...owned, items: [], unusedBlocks: [], changes: 0 });
  });

  it.each([
    [
      'row',
      inRow,
      { ...key, ...index, slim: { found: list.items }, changes: 5, unusedBlocks: [9] },
      'changes',
    ],
    [
      'slim',
      inSlim,
      { ...key, ...index, slim: { found: list.items, changes: 5 }, unusedBlocks: [9] },
      ['slim', 'changes'],
    ],
  ] as const)('counts its changes in %s, is written if unchanged and is read back', (_, lists, row, path) => {
    expect(lists.write(list, list.items, { now, unusedBlocks: [9] })).toEqual([
      { put: row, condition: { path, is: '=', value: 4 } },
    ]);
    expect(lists.listIn(row)).toEqual({ ...list, changes: 5, unusedBlocks: [9] });
    expect(lists.listIn({ pk: key.pk, slim: row.slim }, '1')).toMatchObject({
      ...owned,
      items: list.items,
    });
  });

  it('is created only if it has no row', () => {
    expect(inRow.write(empty, list.items, { now })).toStrictEqual([
      { put: { ...key, ...index, slim: { found: list.items }, changes: 1 }, condition: rowMissing },
    ]);
  });

  it('has no row when empty, unless blocks remain to be freed', () => {
    const condition = { path: 'changes', is: '=', value: 4 };
    const written = (items: typeof list.items, unusedBlocks: readonly number[]) =>
      inRow.write(list, items, { now, unusedBlocks });
    expect(inRow.write(list, [], { now })).toEqual([{ delete: key, condition }]);
    expect(written([], [])).toEqual([{ delete: key, condition }]);
    expect(written([], [9])).toMatchObject([{ put: { unusedBlocks: [9] }, condition }]);
    expect(written(list.items, [])).toMatchObject([{ put: { unusedBlocks: [] } }]);
  });

  it('is a row with its own kind of key', () => {
    expect(inRow.isList(key)).toBe(true);
    expect(inRow.isList({ ...key, sk: 'x' })).toBe(false);
    expect(inRow.isList({ ...key, pk: 'matches#5' })).toBe(false);
    expect(inRow.isList({ ...key, pk: `old-${key.pk}` })).toBe(false);
  });
});

describe('a block of ids', () => {
  it('leads to its parent from when it is taken until it is freed', () => {
    expect(inRow.takeBlock(owned, 7, { of: 'x' })).toEqual({
      put: { pk: 'match-block#7', sk: '#', track: '5', of: 'x' },
      condition: rowMissing,
    });
    expect(inRow.freeBlocks([7, 8])).toEqual([
      { delete: { pk: 'match-block#7', sk: '#' } },
      { delete: { pk: 'match-block#8', sk: '#' } },
    ]);
  });

  it('has 256 ids', () => {
    expect([...blocksOf([{ id: 0 }, { id: 255 }, { id: 256 }, { id: 600 }])]).toEqual([0, 1, 2]);
  });
});
