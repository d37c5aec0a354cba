/** An event from the bus: writes one delivery for each endpoint that gets it, once, and enqueues the first attempts. */
import { webhookEndpoints } from '../../shared/api/webhook-endpoints.ts';
import { webhookEvents } from '../../shared/api/webhook-events.ts';
import { TEST_EVENT } from '../../shared/domain/event-types.ts';
import type { DomainEvent } from '../../shared/events/event.ts';
import { eventRecord } from '../../shared/events/event-record.ts';
import { recordOf } from '../../shared/records/rows.ts';
import { save, storeOf } from '../../shared/records/store.ts';
import { rowMissing } from '../../shared/table/expressions.ts';
import { deliveriesOf, keyRows } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import {
  type Delivery,
  newDelivery,
  toDelivery,
  toDeliveryItem,
} from '../../shared/webhooks/deliveries/delivery.ts';
import { deliveryWork } from '../../shared/webhooks/deliveries/delivery-work.ts';
import { endpointIdsOf, endpointKey, isAddressed } from '../../shared/webhooks/endpoints/endpoint.ts';
import { enqueue } from '../../shared/work/kind.ts';
import type { Sending } from './sending.ts';

/** @returns how many first attempts were enqueued. */
export async function expand(event: DomainEvent, { table, now }: Sending): Promise<number> {
  // The request that asked for a test event has written it together with its delivery.
  const deliveries =
    event.type === TEST_EVENT
      ? await writtenDeliveries(table, event.id)
      : await writeOnce(event, { table, now: now() });
  const waiting = deliveries.filter((each) => each.status === 'pending');
  const untried = waiting.filter(({ position }) => position === 0);
  await enqueue(deliveryWork, untried, now());
  return untried.length;
}

const api = { resources: [webhookEndpoints, webhookEvents], keys: keyRows };

async function writeOnce(
  event: DomainEvent,
  { table, now }: { table: Table; now: Date },
): Promise<Delivery[]> {
  const endpoints = await addressees(table, event);
  if (endpoints.length === 0) return [];
  const deliveries = endpoints.map((id) => newDelivery(event, id));
  const creation = { resource: webhookEvents, after: eventRecord(event, endpoints) };
  const rows = deliveries.map((delivery) => ({ put: toDeliveryItem(delivery), condition: rowMissing }));
  const outcome = await save(storeOf(api, { table, now }), [creation], rows);
  return outcome.is === 'saved' ? deliveries : writtenDeliveries(table, event.id);
}

async function writtenDeliveries(table: Table, eventId: string): Promise<Delivery[]> {
  return (await table.query(deliveriesOf(eventId))).map(toDelivery);
}

/** The index is eventually consistent; the records are read consistently: an event may closely follow their change. */
async function addressees(table: Table, event: DomainEvent): Promise<string[]> {
  const ids = await endpointIdsOf(table, event.ownerId);
  const rows = await table.getMany(ids.map(endpointKey), true);
  const endpoints = rows.map((row) => recordOf(webhookEndpoints, row));
  return endpoints.filter((each) => isAddressed(each, event)).map(({ id }) => id);
}
