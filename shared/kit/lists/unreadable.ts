/** Lets a reader that cannot read the snapshot of a list start a fold, which makes another one. */
import { describedError, writeLine } from '../../platform/log.ts';
import { foldStart, listId, UNREADABLE } from '../records/fold-work.ts';
import { failedConditions } from '../table/commit.ts';
import { rowMissing } from '../table/expressions.ts';
import { tableShape, unreadableListKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { List } from './list-state.ts';

/** If the next snapshot cannot be read either, the cause is elsewhere, and folding does not help. */
const SECONDS_BETWEEN_STARTS = 600;

/**
 * Writes one row for all readers. Readers may write no other rows of the list. If it cannot be written, the
 * next reader tries again, and this one reads the index.
 */
export async function startFoldOfUnreadable(
  table: Table,
  { type, ownerId }: Pick<List, 'type' | 'ownerId'>,
  now: Date,
): Promise<void> {
  const { timeToLive: expires } = tableShape;
  const seconds = Math.floor(now.getTime() / 1000);
  const attributes = {
    ...foldStart(listId(type, ownerId, UNREADABLE), now),
    [expires]: seconds + SECONDS_BETWEEN_STARTS,
  };
  const write = {
    update: unreadableListKey(type, ownerId),
    with: Object.entries(attributes).map(([set, to]) => ({ set, to })),
    condition: { any: [rowMissing, { path: expires, is: '<=', value: seconds } as const] },
  };
  await failedConditions(table.commit([write])).catch((error: unknown) =>
    writeLine({
      level: 'warn',
      message: 'list.fold_not_started',
      type,
      ownerId,
      problem: describedError(error),
    }),
  );
}
