/** Lists the stores of all DSPs with the results of the last deliveries to each. */

import type { Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import type { Entry } from '../../kit/declare/fields.ts';
import { listPartitions } from '../../kit/records/newest-page.ts';
import { entryOf } from '../../kit/records/rows.ts';
import { readable } from '../../kit/table/damaged-rows.ts';
import { idAfter } from '../../kit/table/ids.ts';
import { sortableId } from '../../kit/table/keys.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { deliveries } from '../api/deliveries.ts';
import { type SilentStore, silenceOf, silentStores } from '../awaiting/silent-stores.ts';
import type { listStores } from '../commands.ts';
import { hasFailed } from '../rules/delivery-lists.ts';
import { connectionsOf } from '../stores/connected/connection.ts';
import { shownConnection } from '../stores/connected/shown-connection.ts';
import { DEFAULT_BEHAVIOR, protocolOf } from '../stores/store-behaviors.ts';
import { behaviorsOf } from '../stores/store-row.ts';
import { contactsOf, shownContact } from '../transfers/contact.ts';

const DAY_MS = 86_400_000;
/** In each partition. */
const MAX_COUNTED = 500;

export const run = (async ({ days }, operation) => {
  const dsps = dspData.rows();
  const since = new Date(operation.now.getTime() - days * DAY_MS);
  const ids = dsps.map(({ id }) => id);
  const [behaviors, connections, contacts, { entries, isWhole }] = await Promise.all([
    behaviorsOf(operation.table, ids),
    connectionsOf(operation.table, ids),
    contactsOf(operation.table, ids),
    recentEntries(operation, since),
  ]);
  const silent = await silentStores(operation.table, connections, operation.now);
  const of = { connections, contacts, silent: new Map(silent.map((each) => [each.dspId, each])) };
  const byDsp = Map.groupBy(entries, ({ fields }) => String(fields['dsp']));
  const stores = dsps.map(({ id, name, family, 'is-active': isActive }, index) => ({
    id,
    name,
    kind: family,
    state: isActive ? 'active' : 'inactive',
    protocol: protocolOf(behaviors[index] ?? DEFAULT_BEHAVIOR),
    behavior: behaviors[index],
    territories: 'those of each request',
    ...connected(id, of, operation.now),
    ...countsOf(byDsp.get(id) ?? []),
  }));
  // Otherwise, the newest deliveries were counted, and the numbers are lower bounds.
  return { since: since.toISOString(), stores, 'all-counted': isWhole };
}) satisfies Run<typeof listStores>;

interface Connected {
  readonly connections: Awaited<ReturnType<typeof connectionsOf>>;
  readonly contacts: Awaited<ReturnType<typeof contactsOf>>;
  readonly silent: ReadonlyMap<string, SilentStore>;
}

function connected(id: string, { connections, contacts, silent }: Connected, now: Date) {
  const connection = connections.get(id);
  if (!connection) return {};
  const store = silent.get(id);
  return {
    connection: shownConnection(connection),
    'last-contact': shownContact(contacts.get(id)),
    'last-write': shownContact(contacts.get(id)?.written),
    ...(store && { silence: silenceOf(store, now) }),
  };
}

async function recentEntries(operation: Operation, since: Date) {
  const range = { from: sortableId(idAfter(since)), newestFirst: true, limit: MAX_COUNTED } as const;
  const partitions = listPartitions(operation, deliveries);
  const read = await Promise.all(
    partitions.map((partition) => operation.table.query({ ...partition, ...range })),
  );
  return {
    entries: readable(operation.table, read.flat(), (item) => entryOf(deliveries, { item, ownerId: '' })),
    isWhole: read.every(({ length }) => length < MAX_COUNTED),
  };
}

function countsOf(entries: readonly Pick<Entry, 'fields'>[]) {
  const ended = entries.filter(({ fields }) => fields['status'] !== 'pending');
  const failed = ended.filter(({ fields }) => hasFailed(fields)).length;
  return { succeeded: ended.length - failed, failed, pending: entries.length - ended.length };
}
