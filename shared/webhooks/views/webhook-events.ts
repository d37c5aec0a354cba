/** Hides expired webhook events, and adds the payload and deliveries to the others. */
import type { Entry, Shown } from '../../kit/declare/fields.ts';
import { type Viewing, viewOf } from '../../kit/declare/view.ts';
import { findRecords } from '../../kit/records/store.ts';
import type { Json } from '../../kit/table/item.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { required } from '../../kit/values/required.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import { dataOf, historyEnds } from '../deliveries/event-record.ts';
import { type Delivery, pendingOf } from '../rules/webhook-delivery.ts';

type EventEntry = Entry<typeof webhookEvents>;
type ShownEvent = Shown<typeof webhookEvents>;

const endpointKey = (id: string) => recordKey('webhook-endpoints', id);

export const webhookEventsView = viewOf(webhookEvents, {
  /** Hides events whose endpoints are all deleted, and finished events whose history has ended. */
  async visible(entries, viewing) {
    const current = await currentEndpoints(entries, viewing);
    const addressed = entries.filter((entry) => endpointsOf(entry).some((id) => current.has(id)));
    const old = addressed.filter((entry) => isOld(entry, viewing));
    const pending = old.length > 0 ? await pendingAmong(old, viewing) : new Set();
    const shown = addressed.filter((entry) => !isOld(entry, viewing) || pending.has(entry.id));
    return shown.map((entry) => ({ ...entry, fields: filteredBy(entry, current) }));
  },

  /** Shows deliveries to existing endpoints, in the order in which the endpoints were registered. */
  async complete(records, viewing) {
    const current = await currentEndpoints(records, viewing);
    return records.map((record) => {
      const own = deliveriesOf(record).filter(([id]) => current.has(id));
      return {
        ...record,
        fields: { ...record.fields, data: dataOf(record), deliveries: own.map(shown) },
        // In `meta`, because a delivery has five members (specification 2.13).
        meta: { deliveries: own.map(explained) },
      };
    });
  },
});

const endpointsOf = ({ fields }: EventEntry): readonly string[] => fields.endpoints ?? [];

function filteredBy({ fields }: EventEntry, current: ReadonlySet<string>): EventEntry['fields'] {
  const { statuses = {}, endpoints = [] } = fields;
  return {
    ...fields,
    endpoints: endpoints.filter((id) => current.has(id)),
    statuses: Object.fromEntries(Object.entries(statuses).filter(([id]) => current.has(id))),
  };
}

const deliveriesOf = ({ fields }: ShownEvent): [string, Delivery][] =>
  Object.entries(fields.deliveries).toSorted(([left], [right]) => Number(left) - Number(right));

const explained = ([endpointId, delivery]: readonly [string, Delivery]): Json => ({
  'endpoint-id': endpointId,
  reason: delivery.failureReason,
  'next-attempt-at': delivery.status === 'pending' ? delivery.nextAttemptAt : null,
  attempts: delivery.lastAttempts.map(({ at, status, reason, ms, excerpt }) => ({
    at,
    status: status ?? null,
    reason: reason ?? null,
    milliseconds: ms,
    excerpt: excerpt ?? null,
  })),
});

const shown = ([endpointId, delivery]: readonly [string, Delivery]): Json => ({
  'endpoint-id': endpointId,
  status: delivery.status,
  attempts: delivery.attempts,
  'last-response-status': delivery.lastResponseStatus,
  'delivered-at': delivery.status === 'succeeded' ? delivery.deliveredAt : null,
});

/** Expired but not yet deleted by the table. */
const isOld = ({ fields }: EventEntry, { now }: Viewing): boolean =>
  historyEnds(required(fields['created-at'], 'Every entry of an event has its time.')) < now.getTime() / 1000;

/** Index entries have no deliveries. */
async function pendingAmong(
  entries: readonly EventEntry[],
  { table }: Viewing,
): Promise<ReadonlySet<string>> {
  const ids = entries.map(({ id }) => id);
  const events = await findRecords({ table }, webhookEvents, ids);
  return new Set(events.filter(({ fields }) => pendingOf(fields.deliveries).length > 0).map(({ id }) => id));
}

/** Whether endpoints exist, by id, for the requests that have read them. */
const readEndpoints = new WeakMap<Table, Map<string, Promise<boolean>>>();

/** @returns the ids of existing endpoints. Read consistently, so that deletions take effect immediately. */
async function currentEndpoints(
  events: readonly EventEntry[],
  { table }: Viewing,
): Promise<ReadonlySet<string>> {
  const known = readEndpoints.get(table) ?? new Map<string, Promise<boolean>>();
  readEndpoints.set(table, known);
  const ids = [...new Set(events.flatMap(endpointsOf))];
  const unknown = ids.filter((id) => !known.has(id));
  const reading = table.getMany(unknown.map(endpointKey), true);
  for (const id of unknown) {
    const { pk } = endpointKey(id);
    known.set(
      id,
      reading.then((rows) => rows.some((row) => row['pk'] === pk)),
    );
  }
  const exist = await Promise.all(ids.map((id) => known.get(id)));
  return new Set(ids.filter((_, at) => exist[at]));
}
