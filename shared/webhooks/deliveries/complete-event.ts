/** Adds to events of earlier versions what lists are filtered by. */
import { recordOf } from '../../kit/records/rows.ts';
import { findRecord, retried, rewrite, type Store } from '../../kit/records/store.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey } from '../../kit/table/keys.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import type { EventRecord } from './event-record.ts';
import { withStatuses } from './event-work.ts';

/** @param item any row. @returns whether statuses were added. */
export async function completeEvent(store: Store, item: Item): Promise<boolean> {
  if (!isRecordKey(item, webhookEvents.type) || !lacksStatuses(recordOf(webhookEvents, item))) return false;
  const { id } = recordOf(webhookEvents, item);
  return retried(async () => {
    // The event may have been changed since the row was read.
    const event = await findRecord(store, webhookEvents, id);
    if (!event || !lacksStatuses(event)) return false;
    return (await rewrite(store, webhookEvents, withStatuses(event))).is === 'saved' ? true : 'again';
  });
}

const lacksStatuses = ({ fields }: EventRecord): boolean =>
  Object.keys(fields.deliveries).some((id) => fields.statuses[id] === undefined);
