/** Hides expired webhook events, and adds the payload and the deliveries to those that are shown. */
import type { Entry } from '../api/define/fields.ts';
import { type Viewing, viewOf } from '../api/define/view.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import { dataOf, historyEnds } from '../events/event-record.ts';
import type { Json } from '../table/item.ts';
import { deliveryKey, recordKey } from '../table/keys.ts';
import { type Delivery, toDelivery } from '../webhooks/deliveries/delivery.ts';

type EventEntry = Entry<typeof webhookEvents>;

const endpointKey = (id: string) => recordKey('webhook-endpoints', id);

export const webhookEventsView = viewOf(webhookEvents, {
  /** Hides events whose endpoints are all deleted, and events older than 30 days unless a delivery is pending. */
  async visible(entries, viewing) {
    const keys = endpointKeysOf(entries);
    const current = new Set((await viewing.table.getMany(keys, true)).map(({ pk }) => pk));
    const addressed = entries.filter((entry) =>
      endpointsOf(entry).some((id) => current.has(endpointKey(id).pk)),
    );
    const old = addressed.filter((entry) => isOld(entry, viewing));
    const pending = old.length > 0 ? await pendingAmong(old, viewing) : new Set();
    return addressed.filter((entry) => !isOld(entry, viewing) || pending.has(entry.id));
  },

  async complete(records, viewing) {
    const deliveries = await deliveriesOf(records, viewing);
    return records.map((record) => {
      const own = deliveries.filter(({ eventId }) => eventId === record.id);
      return {
        ...record,
        fields: { ...record.fields, data: dataOf(record), deliveries: own.map(shown) },
        // A delivery has five members (specification 2.13), so the reasons are in `meta`.
        meta: { deliveries: own.map(explained) },
      };
    });
  },
});

const endpointsOf = ({ fields }: EventEntry): readonly string[] => fields.endpoints ?? [];

const explained = ({ endpointId, failureReason }: Delivery): Json => ({
  'endpoint-id': endpointId,
  reason: failureReason,
});

const shown = (delivery: Delivery): Json => ({
  'endpoint-id': delivery.endpointId,
  status: delivery.status,
  attempts: delivery.attempts,
  'last-response-status': delivery.lastResponseStatus,
  'delivered-at': delivery.status === 'succeeded' ? delivery.deliveredAt : null,
});

/** Expired, but not deleted by the table yet. */
const isOld = ({ fields }: EventEntry, { now }: Viewing): boolean =>
  historyEnds(fields['created-at'] ?? '') < now.getTime() / 1000;

async function pendingAmong(events: readonly EventEntry[], viewing: Viewing): Promise<ReadonlySet<string>> {
  const deliveries = await deliveriesOf(events, viewing);
  return new Set(deliveries.filter(({ status }) => status === 'pending').map(({ eventId }) => eventId));
}

/**
 * Deliveries to endpoints that still exist, ordered by when the endpoints were registered. Deliveries and endpoints are
 * read in one consistent batch, so that new and deleted endpoints take effect immediately.
 */
async function deliveriesOf(events: readonly EventEntry[], { table }: Viewing): Promise<Delivery[]> {
  const keys = events.flatMap((event) => endpointsOf(event).map((id) => deliveryKey(event.id, id)));
  const rows = await table.getMany([...endpointKeysOf(events), ...keys], true);
  const present = new Set(rows.map(({ pk }) => pk));
  return rows
    .filter((row) => 'eventId' in row)
    .map(toDelivery)
    .filter(({ endpointId }) => present.has(endpointKey(endpointId).pk))
    .toSorted((left, right) => Number(left.endpointId) - Number(right.endpointId));
}

const endpointKeysOf = (events: readonly EventEntry[]) =>
  [...new Set(events.flatMap(endpointsOf))].map(endpointKey);
