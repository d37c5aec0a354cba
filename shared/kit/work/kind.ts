/** A kind of work: how its rows are read, and which queue gets which message when an attempt is due. */
import { type QueueMessage, send } from '../../platform/queue/queue.ts';
import { environment } from '../../platform/settings.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import { type Due, MAX_DELAY_SECONDS } from './due.ts';
import type { RetryGaps } from './retry-gaps.ts';
import { queueVariable, type WorkQueue } from './work-queue.ts';

/** `defineWork` makes one of a declaration. All are listed in shared/service/kinds-of-work.ts. */
export interface WorkKind<Row extends Due = Due, Queue extends string = string> {
  /** Stored in every row of the kind: never change it. */
  readonly name: string;
  readonly queue: WorkQueue<Queue>;
  readonly retryGaps?: RetryGaps;
  /** Its rows say whose work it is, and each owner has a part of the consumer's concurrency. */
  readonly isOwned: boolean;
  /** @param id of what the work is about. */
  key(id: string): Key;
  /** @throws for a row that is not of this kind. */
  read(item: Item): Row;
  /** The owner of the work, so that one owner's work does not delay that of others. Null for work without an owner. */
  ownerOf(row: Row): string | null;
  /** The body of the message that asks for the next attempt. It must carry the row's `position`: see `claim`. */
  message(row: Row): object;
}

/**
 * Sends the messages of rows whose next attempt is due within 15 minutes. The sweep sends the others when they are due.
 * @throws when the queue did not take every message.
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
