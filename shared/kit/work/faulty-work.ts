/** Work whose last attempt ended without an outcome, for operators, who can continue what was stopped. */
import { equal } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Table } from '../table/table.ts';
import { writeIf } from './claim.ts';
import { dueAttribute as at, dueAt, dueShards, dueValue, movedInDueIndex } from './due.ts';
import type { WorkKind } from './kind.ts';
import { rowKey } from './sweep-round.ts';
import { NEVER } from './work-faults.ts';
import { isOf } from './work-status.ts';

export interface FaultyWork {
  readonly kind: string;
  /** Of the subject of the work. */
  readonly id: string;
  /** When the last attempt ended. */
  readonly at: string;
  readonly error: string;
  readonly isStopped: boolean;
}

/** Rows of one shard that are looked at for their faults. */
const NEAR = 100;

/**
 * @param limit of stopped work in each shard.
 * @returns isWhole false if there can be more.
 */
export async function faultyWork(
  table: Table,
  kinds: readonly WorkKind[],
  limit: number,
): Promise<{ readonly work: readonly FaultyWork[]; readonly isWhole: boolean }> {
  const shards = await Promise.all(
    dueShards.map(async (partition) => {
      const query = { index: 'by-due-time', partition } as const;
      const [near, stopped] = await Promise.all([
        table.query({ ...query, upTo: NEVER, limit: NEAR }),
        table.query({ ...query, from: NEVER, limit }),
      ]);
      const rows = await table.getMany([...near, ...stopped].map(rowKey), true);
      return { rows, isWhole: near.length < NEAR && stopped.length < limit };
    }),
  );
  return {
    work: shards.flatMap(({ rows }) => rows).flatMap((row) => faultIn(row, kinds)),
    isWhole: shards.every(({ isWhole }) => isWhole),
  };
}

function faultIn(row: Item, kinds: readonly WorkKind[]): FaultyWork[] {
  const fault = dueValue(row, 'fault');
  const kind = kinds.find((each) => isOf(each, row));
  if (!kind || !fault || dueValue(row, 'dueAt') === undefined) return [];
  const { at: moment, error } = Object(fault);
  const isStopped = dueValue(row, 'nextAttemptAt') === NEVER;
  return [{ kind: kind.name, id: idIn(kind, row), at: String(moment), error: String(error), isStopped }];
}

/** A row that cannot be read has the id in its key, except for tasks of lists, which the next change of the list starts again. */
function idIn(kind: WorkKind, row: Item): string {
  const own = 'id' in kind ? row[String(kind.id)] : undefined;
  if (typeof own === 'string') return own;
  const [before = '', after = ''] = kind.key('*').pk.split('*');
  return String(row['pk']).slice(before.length, after ? -after.length : undefined);
}

/** Makes stopped work due, with all its attempts. The next sweep starts it. @returns false if it is not stopped. */
export const continueWork = (
  table: Table,
  kind: WorkKind,
  { id, now }: { id: string; now: Date },
): Promise<boolean> => {
  const key = kind.key(id);
  return writeIf(table, {
    update: key,
    with: [
      { set: at('nextAttemptAt'), to: now.toISOString() },
      { remove: at('claims') },
      { remove: at('fault') },
      ...movedInDueIndex(key, now),
    ],
    condition: equal(at('dueAt'), dueAt(new Date(NEVER), key)),
  });
};
