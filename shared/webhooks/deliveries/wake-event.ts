/** Continues events whose message is lost with its queue, as in a table that was restored to an earlier time. */
import { CAUSE_ATTRIBUTE } from '../../kit/table/causes.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import { isFinished, saveEvent, toStoredEvent } from './event-work.ts';

/** SQS has redelivered a message, or moved it to the dead letters, long before. */
const LOST_AFTER_MS = 3_600_000;

/** @param item any row. Imported events, which wait for a take-over, have neither a claim nor a cause. */
export async function wakeEvent(
  { table, now }: { readonly table: Table; readonly now: Date },
  item: Item,
): Promise<void> {
  if (!isRecordKey(item, webhookEvents.type)) return;
  const stored = toStoredEvent(item);
  if (stored.isInDueIndex || isFinished(stored)) return;
  const since = stored.claimedUntil ?? (CAUSE_ATTRIBUTE in item ? stored.nextAttemptAt : null);
  if (since === null || Date.parse(since) > now.getTime() - LOST_AFTER_MS) return;
  // A sender that has just taken it over makes this write fail.
  await saveEvent({ table, now }, stored, { ...stored, claimedUntil: null });
}
