/** An event from the bus: one delivery to each endpoint it is for, written once however often it comes, then set going. */
import { TEST_EVENT } from '../../shared/events/catalogue.ts';
import type { DomainEvent } from '../../shared/events/event.ts';
import { send } from '../../shared/queue/queue.ts';
import { environment } from '../../shared/settings.ts';
import { absent, ConditionsFailed } from '../../shared/table/commit.ts';
import { deliveriesOf } from '../../shared/table/keys.ts';
import { toRecord } from '../../shared/table/records.ts';
import type { Table } from '../../shared/table/table.ts';
import { type Delivery, newDelivery, toDelivery, toDeliveryItem } from '../../shared/webhooks/delivery.ts';
import { messageFor } from '../../shared/webhooks/delivery-message.ts';
import { endpointIdsOf, endpointKey, isAddressed } from '../../shared/webhooks/endpoint.ts';
import { eventRecord, toEventItem } from '../../shared/webhooks/event-row.ts';
import type { Sending } from './sending.ts';

/** @returns how many deliveries were set going. */
export async function expand(event: DomainEvent, { table, now }: Sending): Promise<number> {
  // A test event was written with its delivery by the request that asked for it.
  const deliveries =
    event.type === TEST_EVENT ? await writtenDeliveries(table, event.id) : await writeOnce(table, event);
  const untouched = deliveries.filter(({ status, position }) => status === 'pending' && position === 0);
  const messages = untouched.map((delivery) => messageFor(delivery, now()));
  await send(environment('WEBHOOK_QUEUE_URL'), messages);
  return messages.length;
}

async function writeOnce(table: Table, event: DomainEvent): Promise<Delivery[]> {
  const endpoints = await addressees(table, event);
  if (endpoints.length === 0) return [];
  const deliveries = endpoints.map((id) => newDelivery(event, id));
  const rows = [toEventItem(eventRecord(event, endpoints)), ...deliveries.map(toDeliveryItem)];
  try {
    await table.commit(rows.map((put) => ({ put, condition: absent })));
    return deliveries;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return writtenDeliveries(table, event.id);
  }
}

async function writtenDeliveries(table: Table, eventId: string): Promise<Delivery[]> {
  return (await table.query(deliveriesOf(eventId))).map(toDelivery);
}

/** Found by the index, and then read as last written: an event may follow a change of its endpoints closely. */
async function addressees(table: Table, event: DomainEvent): Promise<string[]> {
  const ids = await endpointIdsOf(table, event.ownerId);
  const endpoints = (await table.getMany(ids.map(endpointKey), true)).map((item) => toRecord(item));
  return endpoints.filter((each) => isAddressed(each, event)).map(({ id }) => id);
}
