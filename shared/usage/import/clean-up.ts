/** Last step: deletes what an earlier file with the same name has left, and the new one has not replaced. */
import { failedConditions } from '../../kit/table/commit.ts';
import { equal } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import { writeIf } from '../../kit/work/claim.ts';
import type { Lease } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import { isRevenueKey, movedRevenueOf, movedUsageKey } from '../keys.ts';
import { deleteRevenue } from '../revenue/change-revenue.ts';
import { type MovedRow, movedContents, movedRowOf } from '../rows/moved-rows.ts';
import { freeingWrites } from './contents.ts';
import type { Importing } from './importing.ts';
import { listedKeys } from './row-lists.ts';

const CONCURRENT_DELETES = 20;

type Cleaning = Importing & Pick<Lease, 'keep'>;

/** Deletes the rows that a part of an earlier run has written. */
export async function cleanUp(
  { run, partition, replaced }: { run: string; partition: number; replaced: readonly string[] },
  { table, bucket, keep }: Cleaning,
): Promise<void> {
  for await (const keys of listedKeys(bucket, { run, partition })) {
    await keep();
    // Revenue first, which comes before its earnings in the list.
    for (const some of batchesOf(keys, CONCURRENT_DELETES))
      for (const stage of [some.filter(isRevenueKey), some.filter((key) => !isRevenueKey(key))])
        await Promise.all(stage.map((key) => deleteUnreplaced(table, { key, run }, replaced)));
  }
}

/** Rows that the new file also has now belong to its run. */
const deleteUnreplaced = (
  table: Table,
  { key, run }: MovedRow,
  replaced: readonly string[],
): Promise<unknown> =>
  isRevenueKey(key)
    ? deleteRevenue(table, key, replaced)
    : writeIf(table, { delete: key, condition: equal('run', run) });

const ROWS_PER_PAGE = 200;

interface MovedCleaning extends Cleaning {
  readonly isTimeUp: () => boolean;
}

/**
 * Deletes what was moved from a stage that had imported a file with the same name.
 * @param kept contents of the new file. @returns false if the time was up before.
 */
export async function cleanMoved(
  {
    importId,
    kept,
    replaced,
  }: { readonly importId: string; readonly kept: readonly string[]; readonly replaced: readonly string[] },
  { table, keep, isTimeUp }: MovedCleaning,
): Promise<boolean> {
  const { pk: partition } = movedUsageKey(importId);
  // Revenue first. Without its lines, statements of its month would be in preparation.
  for (const some of batchesOf(await table.query(movedRevenueOf(importId)), CONCURRENT_DELETES)) {
    await keep();
    await Promise.all(some.map((entry) => deleteMoved(table, entry, replaced)));
  }
  for (;;) {
    const entries = await table.query({ partition, limit: ROWS_PER_PAGE });
    if (entries.length === 0) return true;
    if (isTimeUp()) return false;
    await keep();
    const contents = entries.flatMap(movedContents).filter((content) => !kept.includes(content));
    const free = await freeingWrites(table, importId, contents);
    // They are freed once. Those that changed in the meantime belong to another import.
    if (free.length > 0) await failedConditions(table.commit(free));
    for (const some of batchesOf(entries, CONCURRENT_DELETES))
      await Promise.all(some.map((entry) => deleteMoved(table, entry, replaced)));
    await table.deleteMany(entries.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  }
}

async function deleteMoved(table: Table, entry: Item, replaced: readonly string[]): Promise<void> {
  const row = movedRowOf(entry);
  if (row) await deleteUnreplaced(table, row, replaced);
}
