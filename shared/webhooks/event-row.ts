/** An event as the history keeps it, and as receivers get it (specification 2.13, 6.1). */
import { webhookEvents } from '../api/webhook-events.ts';
import type { DomainEvent } from '../events/event.ts';
import type { Write } from '../table/commit.ts';
import type { Item } from '../table/item.ts';
import { type Key, keyRows, recordKey, tableShape } from '../table/keys.ts';
import { type StoredRecord, toItem } from '../table/records.ts';

const { type } = webhookEvents;

export const eventKey = (id: string): Key => recordKey(type, id);

const HISTORY_MS = 30 * 86_400_000;

/**
 * The payload is kept as text: the table would forget the order of its members, and every attempt, and every read,
 * would show them in another.
 * @param endpoints ids of those it is addressed to.
 */
export const eventRecord = (event: DomainEvent, endpoints: readonly string[]): StoredRecord => ({
  type,
  id: event.id,
  ownerId: event.ownerId,
  version: 1,
  fields: { type: event.type, 'created-at': event.createdAt, data: JSON.stringify(event.data), endpoints },
});

export const dataOf = ({ fields }: StoredRecord): DomainEvent['data'] => JSON.parse(String(fields['data']));

export const toEventItem = (record: StoredRecord): Item & Key => toItem(webhookEvents, keyRows[type], record);

export const endpointsOf = ({ fields }: StoredRecord): readonly string[] => fields['endpoints'] as string[];

/** The text a receiver gets. */
export function bodyOf(record: StoredRecord): string {
  const { type: eventType, 'created-at': createdAt } = record.fields;
  return JSON.stringify({ id: record.id, type: eventType, created_at: createdAt, data: dataOf(record) });
}

/** Epoch second up to which what happened at that moment is listed. */
export const historyEnds = (createdAt: string): number =>
  Math.ceil((Date.parse(createdAt) + HISTORY_MS) / 1000);

/** Lets the event go when its history ends, and cause nothing more: to be written once none of its deliveries is pending. */
export const closing = ({ id, fields }: StoredRecord): Write => ({
  update: eventKey(id),
  with: {
    expression: 'SET #expires = :end REMOVE #causes',
    names: { '#expires': tableShape.timeToLive, '#causes': 'causes' },
    values: { ':end': historyEnds(String(fields['created-at'])) },
  },
  condition: { expression: 'attribute_exists(pk)' },
});
