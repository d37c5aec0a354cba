/** The delivery of one event to one endpoint, as a row of the table. */
import * as v from 'valibot';
import type { DomainEvent } from '../../events/event.ts';
import { historyEnds } from '../../events/event-record.ts';
import type { Item } from '../../table/item.ts';
import { deliveryKey, type Key } from '../../table/keys.ts';
import { type Claimed, dueAttributes } from '../../work/due.ts';
import { failureReasons } from './failure-reason.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a delivery has in every stage. Moments are ISO 8601 UTC: they sort as text. */
const facts = {
  eventId: v.string(),
  endpointId: v.string(),
  ownerId: v.string(),
  /** When the event happened. */
  createdAt: v.string(),
  /** Attempts made. */
  attempts: count,
  lastResponseStatus: v.nullable(v.number()),
  /** Of the last attempt; null when it was acknowledged, or none was made. Missing in rows of older versions. */
  failureReason: v.optional(v.nullable(v.picklist(failureReasons)), null),
};

const pendingSchema = v.object({
  ...facts,
  status: v.literal('pending'),
  // The members of Due.
  position: count,
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
});
const succeededSchema = v.object({ ...facts, status: v.literal('succeeded'), deliveredAt: v.string() });
const failedSchema = v.object({ ...facts, status: v.literal('failed') });

/** Waiting for its next attempt. */
export type PendingDelivery = Readonly<v.InferOutput<typeof pendingSchema>>;
/** An attempt is being made. */
export type ClaimedDelivery = Claimed<PendingDelivery>;
export type SucceededDelivery = Readonly<v.InferOutput<typeof succeededSchema>>;
/** No attempts are left. */
export type FailedDelivery = Readonly<v.InferOutput<typeof failedSchema>>;

export type Delivery = PendingDelivery | SucceededDelivery | FailedDelivery;

/** Names deliveries among all work that falls due. Stored in rows: never change it. */
export const DELIVERY_KIND = 'webhook-delivery';

/** @example newDelivery(event, endpoint.id) */
export const newDelivery = (
  { id: eventId, ownerId, createdAt }: Pick<DomainEvent, 'id' | 'ownerId' | 'createdAt'>,
  endpointId: string,
): PendingDelivery => ({
  eventId,
  endpointId,
  ownerId,
  createdAt,
  status: 'pending',
  attempts: 0,
  lastResponseStatus: null,
  failureReason: null,
  position: 0,
  nextAttemptAt: createdAt,
  claimedUntil: null,
});

/** A pending delivery is in the due index and never expires; a finished one expires when its event's history ends. */
export function toDeliveryItem(delivery: Delivery): Item & Key {
  const key = deliveryKey(delivery.eventId, delivery.endpointId);
  return {
    ...key,
    ...delivery,
    ...(delivery.status === 'pending'
      ? dueAttributes(DELIVERY_KIND, key, delivery)
      : { expires: historyEnds(delivery.createdAt) }),
  };
}

/** @throws ValiError when the row is no delivery. */
export function toDelivery(item: Item): Delivery {
  // Not v.variant: it adds 3 KB to every bundle.
  if (item['status'] === 'succeeded') return v.parse(succeededSchema, item);
  return item['status'] === 'failed' ? v.parse(failedSchema, item) : toPendingDelivery(item);
}

/** @throws ValiError when the row is no pending delivery. */
export const toPendingDelivery = (item: Item): PendingDelivery => v.parse(pendingSchema, item);
