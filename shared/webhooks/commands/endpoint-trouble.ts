/** What waits for webhook endpoints that fail, for operators. */
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { entryOf } from '../../kit/records/rows.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { readable } from '../../kit/table/damaged-rows.ts';
import { ownerKey } from '../../kit/table/keys.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { FAILING } from '../keys.ts';
import { pendingOf } from '../rules/webhook-delivery.ts';
import { failureOf } from './endpoint-failure.ts';

interface Trouble {
  /** Among the newest events of its user; null for an endpoint that does not fail. */
  readonly 'events-waiting': number | null;
  readonly 'next-attempt-at': string | null;
}

/** Events of a user of which the waiting ones are counted, and those that are read for their next attempt. */
const MAX_COUNTED = 300;
const MAX_READ = 25;

/** @returns what is wrong with each endpoint, by its id. */
export async function troublesOf(
  store: Pick<Store, 'table'>,
  endpoints: readonly Endpoint[],
): Promise<ReadonlyMap<string, Trouble>> {
  const failing = endpoints.filter(({ fields }) => fields['failing-since'] !== null);
  const owners = [...new Set(failing.map(({ ownerId }) => ownerId))];
  const waiting = new Map(
    await Promise.all(owners.map(async (owner) => [owner, await waitingOf(store, owner)] as const)),
  );
  const troubles = endpoints.map(async (endpoint): Promise<readonly [string, Trouble]> => {
    const isFailing = failing.includes(endpoint);
    const ids = (waiting.get(endpoint.ownerId) ?? []).filter(({ to }) => to.has(endpoint.id));
    return [
      endpoint.id,
      {
        'events-waiting': isFailing ? ids.length : null,
        'next-attempt-at': endpoint.fields['is-active'] ? await nextAttempt(store, endpoint.id, ids) : null,
      },
    ];
  });
  return new Map(await Promise.all(troubles));
}

interface Waiting {
  readonly id: string;
  /** The endpoints for which it waits. */
  readonly to: ReadonlySet<string>;
}

async function waitingOf({ table }: Pick<Store, 'table'>, ownerId: string): Promise<Waiting[]> {
  const partition = ownerKey(ownerId, webhookEvents.type);
  const items = await table.query({ index: 'by-owner', partition, newestFirst: true, limit: MAX_COUNTED });
  return readable(table, items, (item) => {
    const { id, fields } = entryOf(webhookEvents, { item, ownerId });
    const pending = Object.entries(Object(fields['statuses'])).filter(([, status]) => status === 'pending');
    return { id, to: new Set(pending.map(([endpoint]) => endpoint)) };
  });
}

async function nextAttempt(
  store: Pick<Store, 'table'>,
  endpoint: string,
  waiting: readonly Waiting[],
): Promise<string | null> {
  const ids = waiting.slice(0, MAX_READ).map(({ id }) => id);
  const events = await findRecords(store, webhookEvents, ids);
  const times = events.flatMap(({ fields }) =>
    pendingOf(fields.deliveries).flatMap(([id, each]) => (id === endpoint ? each.nextAttemptAt : [])),
  );
  const [first = null] = times.toSorted();
  return first;
}

/** @returns some of the active endpoints that fail, for an overview. */
export async function failingEndpoints(store: Store, limit: number) {
  const partitions = listPartitions(store, webhookEndpoints, [FAILING]);
  const { records } = await newestPage(store, webhookEndpoints, { partitions, limit, after: undefined });
  const troubles = await troublesOf(store, records);
  return records.map((endpoint) => ({
    id: endpoint.id,
    user: endpoint.ownerId,
    host: new URL(endpoint.fields.url).host,
    since: endpoint.fields['failing-since'],
    ...failureOf(endpoint),
    ...troubles.get(endpoint.id),
  }));
}
