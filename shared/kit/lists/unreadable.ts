/** Lets a reader that finds no snapshot of a long list, or cannot read it, start a fold, which makes one. */
import { describedError, writeLine } from '../../platform/log.ts';
import { foldStart, listId, UNREADABLE } from '../records/fold-work.ts';
import { failedConditions } from '../table/commit.ts';
import { rowMissing } from '../table/expressions.ts';
import { tableShape, unreadableListKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import type { List } from './list-state.ts';

type Named = Pick<List, 'type' | 'ownerId'>;

/** If the next snapshot cannot be read either, the cause is elsewhere, and folding does not help. */
const SECONDS_BETWEEN_STARTS = 600;

/** The member of the row that readers set who find the list too long for the index. */
const IS_LONG = 'isLong';

/**
 * Writes one row for all readers. Readers may write no other rows of the list. If it cannot be written, the
 * next reader tries again, and this one reads the index.
 * @returns whether a reader has found the list too long for the index since the fold was started.
 */
export async function startFoldForReaders(table: Table, list: Named, now: Date): Promise<boolean> {
  const { type, ownerId } = list;
  const { timeToLive: expires } = tableShape;
  const seconds = Math.floor(now.getTime() / 1000);
  const attributes = {
    ...foldStart(listId(type, ownerId, UNREADABLE), now),
    [expires]: seconds + SECONDS_BETWEEN_STARTS,
    [IS_LONG]: false,
  };
  const failed = await noted(table, list, {
    update: unreadableListKey(type, ownerId),
    with: Object.entries(attributes).map(([set, to]) => ({ set, to })),
    condition: { any: [rowMissing, { path: expires, is: '<=', value: seconds } as const] },
  });
  return [...(failed?.values() ?? [])].some((row) => row?.[IS_LONG] === true);
}

/** Lets the next readers know it before they read the index. */
export async function markAsLong(table: Table, list: Named): Promise<void> {
  await noted(table, list, {
    update: unreadableListKey(list.type, list.ownerId),
    with: [{ set: IS_LONG, to: true }],
  });
}

const noted = (table: Table, { type, ownerId }: Named, write: Write) =>
  failedConditions(table.commit([write])).catch((error: unknown) => {
    const problem = describedError(error);
    writeLine({ level: 'warn', message: 'list.fold_not_started', type, ownerId, problem });
    return undefined;
  });
