/** An event as the history keeps it, and as receivers get it (specification 2.13, 6.1). */
import type { Shown, Stored } from '../api/define/fields.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import { rowExists } from '../table/expressions.ts';
import { type Key, recordKey, tableShape } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import type { DomainEvent } from './event.ts';

export type EventRecord = Stored<typeof webhookEvents>;
type ShownEvent = Pick<Shown<typeof webhookEvents>, 'fields'>;

export const eventKey = (id: string): Key => recordKey(webhookEvents.type, id);

const HISTORY_MS = 30 * 86_400_000;

/**
 * The payload is kept as text: the table would forget the order of its members, and every attempt, and every read,
 * would show them in another.
 * @param endpoints ids of those it is addressed to.
 */
export const eventRecord = (event: DomainEvent, endpoints: readonly string[]): EventRecord => ({
  type: webhookEvents.type,
  id: event.id,
  ownerId: event.ownerId,
  version: 1,
  fields: {
    type: event.type,
    'created-at': event.createdAt,
    data: JSON.stringify(event.data),
    endpoints: [...endpoints],
  },
});

export const dataOf = ({ fields }: ShownEvent): DomainEvent['data'] => JSON.parse(String(fields.data));

/** The text a receiver gets. */
export function bodyOf(record: EventRecord): string {
  const { type, 'created-at': createdAt } = record.fields;
  return JSON.stringify({ id: record.id, type, created_at: createdAt, data: dataOf(record) });
}

/** Epoch second up to which what happened at that moment is listed. */
export const historyEnds = (createdAt: string): number =>
  Math.ceil((Date.parse(createdAt) + HISTORY_MS) / 1000);

/** Lets the event expire when its history ends, and cause nothing more: for when none of its deliveries is pending. */
export const closing = ({ id, fields }: EventRecord): Write => ({
  update: eventKey(id),
  with: [{ set: tableShape.timeToLive, to: historyEnds(fields['created-at']) }, { remove: 'causes' }],
  condition: rowExists,
});
