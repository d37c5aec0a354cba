/** A kind of work: how its rows are read, and which queue gets which message when an attempt is due. */
import { type QueueMessage, send } from '../../platform/queue/queue.ts';
import { environment } from '../../platform/settings.ts';
import type { Item } from '../table/item.ts';
import { type Due, MAX_DELAY_SECONDS } from './due.ts';

/**
 * Declared once for each kind of work, and listed in shared/service/started-kinds.ts, unless something else than the stream starts it.
 * @example
 * const validationWork: WorkKind<Validation> = {
 *   name: 'asset-validation',
 *   queueVariable: 'VALIDATION_QUEUE_URL',
 *   read: readValidation,
 *   ownerOf: ({ ownerId }) => ownerId,
 *   message: ({ assetId, position }) => ({ assetId, attempt: position }),
 * };
 */
export interface WorkKind<Row extends Due = Due> {
  /** Stored in every row of the kind: never change it. */
  readonly name: string;
  /** The environment variable that holds the URL of its queue. */
  readonly queueVariable: string;
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
  if (messages.length > 0) await send(environment(kind.queueVariable), messages);
}

function messageOf<Row extends Due>(kind: WorkKind<Row>, row: Row, delaySeconds: number): QueueMessage {
  const group = kind.ownerOf(row);
  return { body: kind.message(row), delaySeconds, ...(group !== null && { group }) };
}

const secondsUntil = (moment: string, now: Date): number =>
  Math.max(0, (Date.parse(moment) - now.getTime()) / 1000);
