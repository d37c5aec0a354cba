/** Fourth step: deletes the rows of an earlier file with the same name that the new file has not replaced. */
import { equal } from '../../kit/table/expressions.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { writeIf } from '../../kit/work/claim.ts';
import type { Lease } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Importing } from './importing.ts';
import { textLines } from './text-lines.ts';
import { rowsObject } from './usage-objects.ts';

const CONCURRENT_DELETES = 20;

/** @param former an earlier run, and a part of it. */
export async function cleanUp(
  { run, partition }: { run: string; partition: number },
  { table, bucket, keep }: Importing & Pick<Lease, 'keep'>,
): Promise<void> {
  const key = rowsObject(run, partition);
  if (!(await bucket.has(key))) return;
  for await (const lines of textLines(bucket.read(key))) {
    await keep();
    for (const some of batchesOf(lines, CONCURRENT_DELETES))
      await Promise.all(some.map(({ text }) => deleteUnreplaced(table, keyIn(text), run)));
  }
}

function keyIn(line: string): Key {
  const [pk = '', sk = ''] = line.split('\t');
  return { pk, sk };
}

/** Rows that the new file also has now belong to its run. */
const deleteUnreplaced = (table: Table, key: Key, run: string): Promise<boolean> =>
  writeIf(table, { delete: key, condition: equal('run', run) });
