/** An event as stored in the history, and as sent to receivers (specification 2.13, 6.1). */
import type { Shown, Stored } from '../../kit/declare/fields.ts';
import { historyEnd } from '../../kit/histories/tally.ts';
import { type RecordKey, recordKey } from '../../kit/table/keys.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import type { WebhookEvent } from '../events.ts';
import { webhookKeyRows } from '../keys.ts';
import { type Deliveries, statusesOf } from '../rules/webhook-delivery.ts';

export type EventRecord = Stored<typeof webhookEvents>;

export const eventKey = (id: string): RecordKey => recordKey(webhookEvents.type, id);

/**
 * The record of an event. The payload is stored as text, because maps in the table lose their order.
 * @param deliveries one for each addressed endpoint.
 */
export const eventRecord = (event: WebhookEvent, deliveries: Deliveries): EventRecord => ({
  type: webhookEvents.type,
  id: event.id,
  ownerId: event.ownerId,
  version: 1,
  fields: {
    type: event.type,
    'created-at': event.createdAt,
    data: JSON.stringify(event.data),
    endpoints: Object.keys(deliveries),
    deliveries,
    statuses: statusesOf(deliveries),
  },
});

export const dataOf = ({ fields }: Pick<Shown<typeof webhookEvents>, 'fields'>): WebhookEvent['data'] =>
  JSON.parse(String(fields.data));

/**
 * @returns the body of the request to a receiver.
 * @example { id: 'evt_…', type: 'webhook.test', created_at: '2026-11-20T12:00:00.000Z', data: {} }
 */
export function bodyOf(record: EventRecord): string {
  const { type, 'created-at': createdAt } = record.fields;
  return JSON.stringify({ id: record.id, type, created_at: createdAt, data: dataOf(record) });
}

/** @returns the epoch second until which an event of the given time is listed. */
export const historyEnds = (createdAt: string): number =>
  historyEnd(webhookKeyRows[webhookEvents.type].history, createdAt) / 1000;
