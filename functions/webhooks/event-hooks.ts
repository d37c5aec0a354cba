/** What is special about webhook events: who sees them, and how their deliveries stand. */
import type { Context } from '../../shared/crud/context.ts';
import type { Hooks } from '../../shared/crud/hooks.ts';
import type { PresentedRecord } from '../../shared/jsonapi/resource-object.ts';
import type { Json } from '../../shared/table/item.ts';
import { deliveryKey } from '../../shared/table/keys.ts';
import type { StoredRecord } from '../../shared/table/records.ts';
import { type Delivery, toDelivery } from '../../shared/webhooks/delivery.ts';
import { endpointKey } from '../../shared/webhooks/endpoint.ts';
import { dataOf, endpointsOf, historyEnds } from '../../shared/webhooks/event-row.ts';

export const eventHooks: Hooks = {
  /** Only what was addressed to endpoints that are still there; past its history, only what is still under way. */
  async narrow(entries, context) {
    const keys = endpointKeysOf(entries);
    const current = new Set((await context.table.getMany(keys, true)).map(({ pk }) => pk));
    const addressed = entries.filter((entry) =>
      endpointsOf(entry).some((id) => current.has(endpointKey(id).pk)),
    );
    const pending = await pendingAmong(
      addressed.filter((entry) => isOld(entry, context)),
      context,
    );
    return addressed.filter((entry) => !isOld(entry, context) || pending.has(entry.id));
  },

  async present(records, context) {
    const deliveries = await deliveriesOf(
      records.filter((record) => !isShown(record)),
      context,
    );
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

/** An event as answers show it. A delivery has five members (specification 2.13), so the reasons are in `meta`. */
export const shownEvent = (record: StoredRecord, deliveries: readonly Delivery[]): PresentedRecord => ({
  ...record,
  fields: { ...record.fields, data: dataOf(record), deliveries: deliveries.map(shown) },
  meta: { deliveries: deliveries.map(explained) },
});

const explained = ({ endpointId, failureReason }: Delivery): Json => ({
  'endpoint-id': endpointId,
  reason: failureReason,
});

const shown = (delivery: Delivery): Json => ({
  'endpoint-id': delivery.endpointId,
  status: delivery.status,
  attempts: delivery.attempts,
  'last-response-status': delivery.lastResponseStatus,
  'delivered-at': delivery.deliveredAt,
});

/** Its time in the history is over; the table clears it away only some time later. */
const isOld = ({ fields }: StoredRecord, { now }: Context): boolean =>
  historyEnds(String(fields['created-at'])) < now.getTime() / 1000;

async function pendingAmong(events: readonly StoredRecord[], context: Context): Promise<ReadonlySet<string>> {
  const deliveries = await deliveriesOf(events, context);
  return new Set(deliveries.filter(({ status }) => status === 'pending').map(({ eventId }) => eventId));
}

/**
 * Deliveries to endpoints that are still there, in the order in which these were registered. One batch reads both, as
 * last written: an endpoint that was just registered or deleted counts at once.
 */
async function deliveriesOf(events: readonly StoredRecord[], { table }: Context): Promise<Delivery[]> {
  const keys = events.flatMap((event) => endpointsOf(event).map((id) => deliveryKey(event.id, id)));
  const rows = await table.getMany([...endpointKeysOf(events), ...keys], true);
  const present = new Set(rows.map(({ pk }) => pk));
  return rows
    .filter((row) => 'eventId' in row)
    .map(toDelivery)
    .filter(({ endpointId }) => present.has(endpointKey(endpointId).pk))
    .toSorted((left, right) => Number(left.endpointId) - Number(right.endpointId));
}

const endpointKeysOf = (events: readonly StoredRecord[]) =>
  [...new Set(events.flatMap(endpointsOf))].map(endpointKey);
