/** One event's way to one endpoint, as a row of the table: the clock of its attempts. */
import type { DomainEvent } from '../../events/event.ts';
import { historyEnds } from '../../events/event-record.ts';
import type { Item } from '../../table/item.ts';
import { deliveryKey, dueAt, dueShardOf, type Key } from '../../table/keys.ts';
import type { FailureReason } from './failure-reason.ts';

/** Moments are ISO 8601 UTC: their order as text is their order in time. */
export interface Delivery {
  readonly eventId: string;
  readonly endpointId: string;
  readonly ownerId: string;
  /** When the event happened. */
  readonly createdAt: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Attempts made. */
  readonly attempts: number;
  /** Place in the schedule: attempts made, and those left out because the endpoint was disabled. */
  readonly position: number;
  readonly nextAttemptAt: string;
  /** How long the running attempt may take; whoever runs it knows it by this. Past it, the sender is taken for dead. */
  readonly claimedUntil: string | null;
  readonly lastResponseStatus: number | null;
  /** Of the last attempt; null when it was acknowledged, or there was none. */
  readonly failureReason: FailureReason | null;
  readonly deliveredAt: string | null;
}

export const newDelivery = (
  { id: eventId, ownerId, createdAt }: Pick<DomainEvent, 'id' | 'ownerId' | 'createdAt'>,
  endpointId: string,
): Delivery => ({
  eventId,
  endpointId,
  ownerId,
  createdAt,
  status: 'pending',
  attempts: 0,
  position: 0,
  nextAttemptAt: createdAt,
  claimedUntil: null,
  lastResponseStatus: null,
  failureReason: null,
  deliveredAt: null,
});

/** A pending row stands in the due index and never expires; a finished one goes when its history ends. */
export function toDeliveryItem(delivery: Delivery): Item & Key {
  const key = deliveryKey(delivery.eventId, delivery.endpointId);
  const time =
    delivery.status === 'pending'
      ? { dueShard: dueShardOf(key), dueAt: dueAt(new Date(delivery.nextAttemptAt), key) }
      : { expires: historyEnds(delivery.createdAt) };
  return { ...key, ...delivery, ...time };
}

/** What of the row is about its place in the table, and how often the sweep came by, is made anew with every write. */
export function toDelivery({ pk, sk, dueShard, dueAt: _, notices, expires, ...row }: Item): Delivery {
  // Rows written before there were reasons have none.
  return { failureReason: null, ...row } as unknown as Delivery;
}
