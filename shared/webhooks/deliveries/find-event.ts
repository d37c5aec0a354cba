/** Reads what a round needs, consistently, because an event may closely follow a change of an endpoint. */
import { recordOf } from '../../kit/records/rows.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { type Endpoint, endpointKey } from '../endpoints/endpoint.ts';
import { pendingOf } from '../rules/webhook-delivery.ts';
import { eventKey } from './event-record.ts';
import type { RoundMessage } from './event-round.ts';
import { type StoredEvent, toStoredEvent } from './event-work.ts';

/** By id, without deleted endpoints. */
export type Endpoints = ReadonlyMap<string, Endpoint>;

/** Omits endpoints of other owners, so that no event reaches them, even if its row names them. */
export async function readEndpoints(
  table: Table,
  { ownerId, ids }: { readonly ownerId: string; readonly ids: readonly string[] },
): Promise<Endpoints> {
  return endpointsAmong(await table.getMany(ids.map(endpointKey), true), ownerId);
}

/** @returns the event and the endpoints of its pending deliveries, or undefined without such an event. */
export async function findEvent(
  table: Table,
  { eventId, endpoints: ids }: Pick<RoundMessage, 'eventId' | 'endpoints'>,
): Promise<{ readonly event: StoredEvent; readonly endpoints: Endpoints } | undefined> {
  const { pk } = eventKey(eventId);
  const rows = await table.getMany([eventKey(eventId), ...ids.map(endpointKey)], true);
  const row = rows.find((each) => each['pk'] === pk);
  if (!row) return undefined;
  const event = toStoredEvent(row);
  const { ownerId, fields } = event.record;
  const endpoints = endpointsAmong(rows, ownerId);
  const others = pendingOf(fields.deliveries).flatMap(([id]) => (ids.includes(id) ? [] : [id]));
  if (others.length === 0) return { event, endpoints };
  const further = await readEndpoints(table, { ownerId, ids: others });
  return { event, endpoints: new Map([...endpoints, ...further]) };
}

const endpointsAmong = (rows: readonly Item[], ownerId: string): Endpoints =>
  new Map(
    rows
      .filter((row) => isRecordKey(row, webhookEndpoints.type))
      .map((row) => recordOf(webhookEndpoints, row))
      .filter((endpoint) => endpoint.ownerId === ownerId)
      .map((endpoint) => [endpoint.id, endpoint]),
  );
