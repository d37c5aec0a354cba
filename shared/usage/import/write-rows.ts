/** Third step: writes the rows of one part of an import, and the list of them before. */
import type { Lease } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import { Groups } from './groups.ts';
import type { Importing } from './importing.ts';
import type { Spill } from './spill.ts';
import { rowsObject } from './usage-objects.ts';
import type { Writer } from './usage-rows.ts';

interface PartitionWriting {
  readonly writer: Writer;
  readonly run: string;
  readonly partition: number;
}

/** Batches at the same time, of up to 25 rows. */
const CONCURRENT_ROWS = 200;

/** @returns how many rows there are. */
export async function writeRows(
  { writer, run, partition }: PartitionWriting,
  groups: Spill,
  { table, bucket, keep }: Importing & Pick<Lease, 'keep'>,
): Promise<number> {
  const collected = new Groups(writer);
  for await (const lines of groups.lines(partition)) for (const line of lines) collected.add(line);
  const rows = collected.rows();
  // First: what is not in a list is never cleaned up.
  await bucket.create(rowsObject(run, partition), [rows.map(({ pk, sk }) => `${pk}\t${sk}\n`).join('')]);
  for (const some of batchesOf(rows, CONCURRENT_ROWS)) {
    await keep();
    const quarters = batchesOf(some, Math.ceil(some.length / 4));
    await Promise.all(quarters.map((each) => table.putMany(each)));
  }
  return rows.length;
}
