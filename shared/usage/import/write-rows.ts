/** Third step: writes the rows of one part of an import, after the list of their keys. */
import type { Lease } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import { Groups } from './groups.ts';
import type { Importing } from './importing.ts';
import type { Spill } from './spill.ts';
import { rowsObject } from './usage-objects.ts';
import type { Writer } from './usage-rows.ts';

/** Rows written concurrently, in batches of up to 25. */
const CONCURRENT_ROWS = 200;

/** @returns the number of rows. */
export async function writeRows(
  { writer, run, partition }: { writer: Writer; run: string; partition: number },
  groups: Spill,
  { table, bucket, keep }: Importing & Pick<Lease, 'keep'>,
): Promise<number> {
  const collected = new Groups(writer);
  for await (const lines of groups.lines(partition)) for (const line of lines) collected.add(line);
  const rows = collected.rows();
  // Write the list first. Rows that are not in a list are never cleaned up.
  await bucket.create(rowsObject(run, partition), [rows.map(({ pk, sk }) => `${pk}\t${sk}\n`).join('')]);
  for (const some of batchesOf(rows, CONCURRENT_ROWS)) {
    await keep();
    const quarters = batchesOf(some, Math.ceil(some.length / 4));
    await Promise.all(quarters.map((each) => table.putMany(each)));
  }
  return rows.length;
}
