/** Sends the messages of deliveries that are due, and moves the rows on in the due index. */
import { send } from '../queue/queue.ts';
import { environment } from '../settings.ts';
import { ConditionsFailed } from '../table/commit.ts';
import { equal } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { dueAt, dueBy, type Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { toDelivery } from '../webhooks/deliveries/delivery.ts';
import { messageFor } from '../webhooks/deliveries/delivery-work.ts';

export interface Sweeping {
  readonly table: Table;
  readonly now: Date;
}

/** @param keys from the due index, which may lag behind: the rows themselves say what is due. @returns how many were. */
export async function wake(keys: readonly Key[], { table, now }: Sweeping): Promise<number> {
  const rows = (await table.getMany(keys, true)).filter((row) => isDue(row, now));
  // Messages first: after a crash in between, the next sweep sends them once more, and the second of two does nothing.
  await send(
    environment('WEBHOOK_QUEUE_URL'),
    rows.map((row) => messageFor(toDelivery(row), now)),
  );
  await Promise.all(rows.map((row) => moveOn(row, { table, now })));
  return rows.length;
}

export const keyOf = (item: Item): Key => ({ pk: String(item['pk']), sk: String(item['sk']) });

/** A finished delivery has no place in the due index any more, and a running attempt is left alone. */
function isDue(row: Item, now: Date): boolean {
  const { claimedUntil } = toDelivery(row);
  const isRunning = claimedUntil !== null && claimedUntil > now.toISOString();
  return typeof row['dueAt'] === 'string' && row['dueAt'] <= dueBy(now) && !isRunning;
}

const MINUTE_MS = 60_000;
const MOST_MINUTES = 15;

/** Looks again after a minute, then two, four, ...: a queue that stands still for hours is not filled with copies. */
async function moveOn(row: Item, { table, now }: Sweeping): Promise<void> {
  const minutes = Math.min(MOST_MINUTES, 2 ** Number(row['notices'] ?? 0));
  const next = dueAt(new Date(now.getTime() + minutes * MINUTE_MS), keyOf(row));
  try {
    await table.commit([
      {
        update: keyOf(row),
        with: [
          { set: 'dueAt', to: next },
          { add: 'notices', by: 1 },
        ],
        condition: equal('dueAt', row['dueAt']),
      },
    ]);
  } catch (error) {
    // The message was faster: the row is on its way.
    if (!(error instanceof ConditionsFailed)) throw error;
  }
}
