/** Saves the rows, messages and files of a stage, so that a test can restore them. */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { allRows } from '../support/invariants.ts';
import type { TestQueues } from '../support/queues.ts';
import type { LocalBucket } from '../support/stores/local-bucket.ts';

interface Stage {
  readonly queues: TestQueues;
  readonly bucket?: LocalBucket;
}

/**
 * Saves the current state of the stage, except its clock.
 * @returns a function that restores it. Streams see that as changes.
 */
export async function saveStage({ queues, bucket }: Stage): Promise<() => Promise<void>> {
  const rows = await rowsByName();
  const putBackMessages = queues.save();
  const files = await bucket?.files('');
  return async () => {
    await putBackRows(rows);
    putBackMessages();
    if (files) await bucket?.putBack(files);
  };
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

async function rowsByName(): Promise<ReadonlyMap<string, Item>> {
  return new Map((await allRows()).map((row) => [`${row['pk']} ${row['sk']}`, row]));
}

const PER_TRANSACTION = 100;

async function putBackRows(rows: ReadonlyMap<string, Item>): Promise<void> {
  const table = new Table();
  const now = await rowsByName();
  const added = [...now].flatMap(([name, row]) => (rows.has(name) ? [] : [keyOf(row)]));
  for (let start = 0; start < added.length; start += PER_TRANSACTION)
    await table.commit(added.slice(start, start + PER_TRANSACTION).map((key) => ({ delete: key })));
  const changed = [...rows].filter(([name, row]) => !isDeepStrictEqual(now.get(name), row));
  await table.putMany(changed.map(([, row]) => ({ ...row, ...keyOf(row) })));
}
