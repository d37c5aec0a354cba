/** Interrupts deletions that take several transactions, and finishes them as the function does when they are due. */
import { expect } from 'vitest';
import { folderWith } from '../../functions/fold-lists/handler.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { deletionWork } from '../../shared/kit/records/deletion-work.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { required } from '../../shared/kit/values/required.ts';
import type { Work } from '../../shared/kit/work/define-work.ts';
import { type Due, dueValue } from '../../shared/kit/work/due.ts';
import { once } from '../../shared/platform/once.ts';
import { dueRows } from '../pipeline/due-places.ts';
import { askedBy, denied, hearTable } from './grants.ts';

const leftOfDeletions = async (): Promise<Item[]> => {
  const keys = (await dueRows()).map(({ key }) => key).filter(({ sk }) => sk.startsWith('work-deletion#'));
  return new Table().getMany(keys, true);
};

const heardTable = once(hearTable);

/** @returns the number of deletions that were interrupted. Each message is delivered twice. */
export async function finishDeletions(): Promise<number> {
  heardTable();
  const finish = folderWith({ now: () => new Date(Date.now() + 120_000), random: () => 0.5 });
  const needs = required(functionList([]).get('fold-lists'), 'The function finishes deletions.');
  const rows = await leftOfDeletions();
  const bodies = rows.map((row) => JSON.stringify(deletionWork.message(deletionWork.read(row))));
  for (const copy of [1, 2]) {
    const Records = bodies.map((body, index) => ({ messageId: `${copy} ${index}`, body }));
    const asked = await askedBy(async () => {
      expect((await finish({ Records } as never)).batchItemFailures).toEqual([]);
    });
    expect(denied(asked, needs)).toEqual([]);
  }
  return rows.length;
}

/** Kills a deletion after the transaction with its record. What is left of it is due immediately. */
export const interruptedDeletion = (run: () => Promise<unknown>): Promise<void> =>
  interruptedAfter(deletionWork, run);

/** Kills an operation after the transaction with such a row. */
export async function killedAfter(
  isLast: (row: Item) => boolean,
  run: () => Promise<unknown>,
): Promise<void> {
  const commit = Table.prototype.commit;
  let isDead = false;
  Table.prototype.commit = async function (this: Table, ...given) {
    if (isDead) throw new Error('Killed by the test.');
    isDead = given[0].some((write) => 'put' in write && isLast(write.put));
    return commit.apply(this, given);
  } as typeof commit;
  try {
    await run();
  } finally {
    Table.prototype.commit = commit;
  }
}

/** Kills an operation after the transaction that starts work of a kind, which is then due immediately. */
export async function interruptedAfter<Row extends Due>(
  kind: Work<Row>,
  run: () => Promise<unknown>,
): Promise<void> {
  await killedAfter((row) => dueValue(row, 'dueKind') === kind.name, run);
  const rows = await new Table().getMany(
    (await dueRows()).map(({ key }) => key),
    true,
  );
  for (const row of rows.filter((each) => dueValue(each, 'dueKind') === kind.name)) {
    const due = { ...kind.read(row), nextAttemptAt: new Date().toISOString() };
    await new Table().putMany([kind.item(due)]);
  }
}
