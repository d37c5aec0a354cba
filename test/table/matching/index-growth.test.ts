/** Which comparisons by sound are repeated because the index has grown. */
import { expect, test } from 'vitest';
import { Table } from '../../../shared/kit/table/table.ts';
import {
  comparedBeforeGrowth,
  comparedWrite,
  noteGrowth,
} from '../../../shared/matching/sound/index-growth.ts';
import { withTable } from '../../support/table.ts';

withTable();

const start = Date.now();
const after = (seconds: number): Date => new Date(start + seconds * 1000);

test('a comparison that may have missed the newest index entries is repeated', async () => {
  const table = new Table();
  const secondsAfterGrowth = { 1: -1, 2: 0, 3: 4, 4: 6 };
  const ids = Object.keys(secondsAfterGrowth);
  for (const [id, seconds] of Object.entries(secondsAfterGrowth))
    await table.commit([comparedWrite(id, after(seconds))]);
  expect(await comparedBeforeGrowth(table, ids, after(60))).toEqual(new Set());
  await noteGrowth(table, after(0));
  expect(await comparedBeforeGrowth(table, ids, after(60))).toEqual(new Set(['1', '2', '3']));
  expect(await comparedBeforeGrowth(table, ids, after(3))).toEqual(new Set(['1', '2']));
});
