/** Reads what a round needs, consistently, because an event may closely follow a change of an endpoint or its user. */
import { accessKey } from '../../accounts/keys.ts';
import { isEnabled } from '../../accounts/sign-in/enabled-user.ts';
import { recordOf } from '../../kit/records/rows.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { type Endpoint, endpointKey } from '../endpoints/endpoint.ts';
import { disabledFields } from '../rules/disablers.ts';
import { pendingOf } from '../rules/webhook-delivery.ts';
import { eventKey } from './event-record.ts';
import type { RoundMessage } from './event-round.ts';
import { type StoredEvent, toStoredEvent } from './event-work.ts';

/** By id, without deleted endpoints. */
export type Endpoints = ReadonlyMap<string, Endpoint>;

/**
 * Omits endpoints of other owners, so that no event reaches them, even if its row names them. Those of a
 * disabled owner are shown as disabled, also if they could not be disabled yet.
 */
export async function readEndpoints(
  table: Table,
  { ownerId, ids }: { readonly ownerId: string; readonly ids: readonly string[] },
): Promise<Endpoints> {
  return endpointsAmong(await table.getMany([...ids.map(endpointKey), accessKey(ownerId)], true), ownerId);
}

/** @returns the event and the endpoints of its pending deliveries, or undefined without such an event. */
export async function findEvent(
  table: Table,
  { eventId, endpoints: ids, owner }: Pick<RoundMessage, 'eventId' | 'endpoints' | 'owner'>,
): Promise<{ readonly event: StoredEvent; readonly endpoints: Endpoints } | undefined> {
  const { pk } = eventKey(eventId);
  const early = owner === undefined ? [] : [...ids.map(endpointKey), accessKey(owner)];
  const rows = await table.getMany([eventKey(eventId), ...early], true);
  const row = rows.find((each) => each['pk'] === pk);
  if (!row) return undefined;
  const event = toStoredEvent(row);
  const { ownerId, fields } = event.record;
  const endpoints = owner === ownerId ? endpointsAmong(rows, ownerId) : new Map<string, Endpoint>();
  const known = owner === ownerId ? ids : [];
  const others = pendingOf(fields.deliveries).flatMap(([id]) => (known.includes(id) ? [] : [id]));
  if (others.length === 0) return { event, endpoints };
  const further = await readEndpoints(table, { ownerId, ids: others });
  return { event, endpoints: new Map([...endpoints, ...further]) };
}

function endpointsAmong(rows: readonly Item[], ownerId: string): Endpoints {
  const own = rows
    .filter((row) => isRecordKey(row, webhookEndpoints.type))
    .map((row) => recordOf(webhookEndpoints, row))
    .filter((endpoint) => endpoint.ownerId === ownerId);
  const access = rows.find((row) => row['pk'] === accessKey(ownerId).pk);
  const shown = isEnabled(access) ? own : own.map(disabledWithOwner);
  return new Map(shown.map((endpoint) => [endpoint.id, endpoint]));
}

/** As if it had never been active, so that it gets no event. */
const disabledWithOwner = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  fields: { ...endpoint.fields, ...disabledFields({ by: 'user', at: new Date(0).toISOString() }) },
});
