/** Writes under a claim. */
import { ConditionsFailed } from '../kit/table/commit.ts';
import type { Table } from '../kit/table/table.ts';
import type { Write } from '../kit/table/write.ts';
import { Overtaken } from '../kit/work/lease.ts';

/** Maximum writes of a transaction, besides the check that the work is still held. */
export const MAX_WRITES = 99;

/** @param held the check. @throws Overtaken if it fails. */
export async function commitHeld(table: Table, writes: readonly Write[], held: Write): Promise<void> {
  try {
    await table.commit([...writes, held]);
  } catch (error) {
    if (error instanceof ConditionsFailed && error.failed.has(held)) throw new Overtaken();
    throw error;
  }
}
