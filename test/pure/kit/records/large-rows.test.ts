/** How many large rows are read, in which batches, and when a search is given up. */
import { describe, expect, it, vi } from 'vitest';
import { readLargeRows } from '../../../../shared/kit/records/large-rows.ts';
import { Table } from '../../../../shared/kit/table/table.ts';

const MOST_UNITS = 100;
const tooLarge = expect.objectContaining({
  problems: [
    {
      code: 'search_too_large',
      detail: 'The search would read too many records. Narrow it with filter[track].',
      parameter: 'filter[track]',
    },
  ],
});

/** @param units of a consistent read of each row, after those of the first three. @param used by the request before. */
async function read(count: number, units: number, used = 0, first = units) {
  const table = new Table();
  table.meter.readUnits = used;
  const batches: number[] = [];
  const eventual: number[] = [];
  vi.spyOn(table, 'getMany').mockImplementation(async (keys, consistent) => {
    const all = batches.length + eventual.length;
    table.meter.readUnits += keys.length * (all === 0 ? first : units) * (consistent ? 1 : 0.5);
    (consistent ? batches : eventual).push(keys.length);
    return keys.map(({ pk, sk }) => ({ pk, sk }));
  });
  const keys = Array.from({ length: count }, (_, each) => ({ pk: `${each}`, sk: '#' }));
  const rows = await readLargeRows(table, keys, { mostUnits: MOST_UNITS, parent: 'track' }).catch(
    (error: unknown) => {
      expect(error).toEqual(tooLarge);
      return undefined;
    },
  );
  if (rows) expect(rows).toEqual(keys);
  return { batches, ...(eventual.length > 0 && { eventual }), isRead: rows !== undefined };
}

describe('the large rows of a record', () => {
  it.each([
    ['none', 0, 1, 0, []],
    ['few in one batch', 3, 1, 0, [3]],
    [
      'small ones in growing batches, as many as could fit if all were the largest',
      60,
      1,
      0,
      [3, 14, 14, 14, 14, 1],
    ],
    ['those that just fit', 15, 100, 0, [3, 12]],
    [
      'tiny ones at the end of the units',
      20,
      0.5,
      1300,
      [3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ],
  ])('are read: %s', async (_, count, units, used, batches) => {
    expect(await read(count, units, used)).toEqual({ batches, isRead: true });
  });

  it('are read on after the first few, whatever their size', async () => {
    expect(await read(40, 1, 0, 50)).toEqual({ batches: [3, 13, 13, 11], isRead: true });
    expect(await read(40, 1, 0, 100)).toEqual({ batches: [3], isRead: false });
  });

  it.each([
    ['if the first show that the rest would not fit', 27, 100, 0, 24],
    ['if many small ones would not fit', 2000, 1, 0, 1795],
    ['if one more might not fit', 9, 10, 1380, 6],
  ])('are read with eventual consistency %s', async (_, count, units, used, others) => {
    const { eventual = [], isRead } = await read(count, units, used);
    expect(isRead).toBe(true);
    expect(eventual.reduce((all, each) => all + each, 0)).toBe(others);
  });

  it.each([
    ['as soon as the first show that the rest cannot fit', 28, 100, 0, [3]],
    ['when one more might not fit', 9, 10, 1430, [3]],
    ['when nothing is left', 4, 50, 1450, [3]],
  ])('are abandoned %s', async (_, count, units, used, batches) => {
    expect(await read(count, units, used)).toEqual({ batches, isRead: false });
  });
});
