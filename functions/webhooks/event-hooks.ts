/** What is special about webhook events: who sees them, and how their deliveries stand. */
import type { Context } from '../../shared/crud/context.ts';
import type { Hooks } from '../../shared/crud/hooks.ts';
import type { Json } from '../../shared/table/item.ts';
import { deliveryKey } from '../../shared/table/keys.ts';
import type { StoredRecord } from '../../shared/table/records.ts';
import { type Delivery, toDelivery } from '../../shared/webhooks/delivery.ts';
import { endpointKey } from '../../shared/webhooks/endpoint.ts';
import { dataOf, endpointsOf, historyEnds } from '../../shared/webhooks/event-row.ts';

export const eventHooks: Hooks = {
  /** Only what was addressed to endpoints that are still there; past its history, only what is still under way. */
  async narrow(entries, context) {
    const current = await currentEndpoints(entries, context);
    const addressed = entries.filter((entry) => endpointsOf(entry).some((id) => current.has(id)));
    const isOld = (entry: StoredRecord) =>
      historyEnds(String(entry.fields['created-at'])) < context.now.getTime() / 1000;
    const deliveries = await deliveriesOf(addressed.filter(isOld), { current, context });
    const pending = new Set(
      deliveries.filter(({ status }) => status === 'pending').map(({ eventId }) => eventId),
    );
    return addressed.filter((entry) => !isOld(entry) || pending.has(entry.id));
  },

  async present(records, context) {
    const unread = records.filter((record) => !isShown(record));
    const current = await currentEndpoints(unread, context);
    const deliveries = await deliveriesOf(unread, { current, context });
    return records.map((record) => {
      if (isShown(record)) return record;
      return shownEvent(
        record,
        deliveries.filter(({ eventId }) => eventId === record.id),
      );
    });
  },
};

/** Made up for an answer already, by the request that made the event. */
const isShown = ({ fields }: StoredRecord): boolean => 'deliveries' in fields;

/** An event as answers show it. */
export const shownEvent = (record: StoredRecord, deliveries: readonly Delivery[]): StoredRecord => ({
  ...record,
  fields: { ...record.fields, data: dataOf(record), deliveries: deliveries.map(shown) },
});

const shown = (delivery: Delivery): Json => ({
  'endpoint-id': delivery.endpointId,
  status: delivery.status,
  attempts: delivery.attempts,
  'last-response-status': delivery.lastResponseStatus,
  'delivered-at': delivery.deliveredAt,
});

/** Read as last written: an endpoint that was just registered or deleted counts at once. */
async function currentEndpoints(
  events: readonly StoredRecord[],
  { table }: Context,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(events.flatMap(endpointsOf))];
  const found = new Set((await table.getMany(ids.map(endpointKey), true)).map(({ pk }) => pk));
  return new Set(ids.filter((id) => found.has(endpointKey(id).pk)));
}

/** In the order in which their endpoints were registered. */
async function deliveriesOf(
  events: readonly StoredRecord[],
  { current, context }: { current: ReadonlySet<string>; context: Context },
): Promise<Delivery[]> {
  const keys = events.flatMap((event) =>
    endpointsOf(event).flatMap((id) => (current.has(id) ? [deliveryKey(event.id, id)] : [])),
  );
  const deliveries = (await context.table.getMany(keys, true)).map(toDelivery);
  return deliveries.toSorted((left, right) => Number(left.endpointId) - Number(right.endpointId));
}
