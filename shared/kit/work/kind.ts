/** A kind of work: how to read its rows, and the queue and message for its attempts. */
import { type QueueMessage, send } from '../../platform/queue/queue.ts';
import { environment } from '../../platform/settings.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import { type Due, MAX_DELAY_SECONDS } from './due.ts';
import type { RetryGaps } from './retry-gaps.ts';
import { queueVariable, type WorkQueue } from './work-queue.ts';

/** Created by `defineWork` and listed in `work` of `feature.ts`. */
export interface WorkKind<Row extends Due = Due, Queue extends string = string> {
  /** Stored in every row of the kind. Never change it. */
  readonly name: string;
  readonly queue: WorkQueue<Queue>;
  readonly retryGaps?: RetryGaps;
  /** Whether rows have an owner. Each owner can use only part of the consumer's concurrency. */
  readonly isOwned: boolean;
  /** @param id of the subject of the work. */
  key(id: string): Key;
  /** @throws if the row is not of this kind. */
  read(item: Item): Row;
  /** The owner of the work, whose work must not delay that of others, or null. */
  ownerOf(row: Row): string | null;
  /** Body of the message for the next attempt. It must contain the row's `position` (see `claim`). */
  message(row: Row): object;
}

/**
 * Sends messages for rows that are due within 15 minutes. The sweep sends the others later.
 * @throws if the queue rejects a message.
 * @example await enqueue(validationWork, [validation], now)
 */
export async function enqueue<Row extends Due>(
  kind: WorkKind<Row>,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  const messages = rows.flatMap((row) => {
    const delaySeconds = secondsUntil(row.nextAttemptAt, now);
    return delaySeconds <= MAX_DELAY_SECONDS ? [messageOf(kind, row, delaySeconds)] : [];
  });
  if (messages.length > 0) await send(environment(queueVariable(kind.queue)), messages);
}

function messageOf<Row extends Due>(kind: WorkKind<Row>, row: Row, delaySeconds: number): QueueMessage {
  const group = kind.ownerOf(row);
  return { body: kind.message(row), delaySeconds, ...(group !== null && { group }) };
}

const secondsUntil = (moment: string, now: Date): number =>
  Math.max(0, (Date.parse(moment) - now.getTime()) / 1000);
