/** The work of a delivery, as a row of the table beside its record: handing it over, and then hearing of the store. */
import * as v from 'valibot';
import { rowMissing } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { type Claimed, dueAttributes, firstDue, workOwner } from '../../kit/work/due.ts';
import type { WorkKind } from '../../kit/work/kind.ts';
import { storeWorkKey } from '../keys.ts';

const report = v.object({
  outcome: v.picklist(['completed', 'rejected']),
  reason: v.nullable(v.string()),
});

const schema = v.object({
  deliveryId: v.string(),
  ownerId: workOwner,
  /** What the store will say by itself; null while the delivery is to be handed over. */
  report: v.nullable(report),
  // The members of Due.
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
});

export type StoreWork = Readonly<v.InferOutput<typeof schema>>;
export type ClaimedStoreWork = Claimed<StoreWork>;

/** Names this work among all that falls due. Stored in rows: never change it. */
const STORE_DELIVERY = 'store-delivery';

/** Starts a delivery, in the transaction that makes its record. */
export function newStoreWork(
  { deliveryId, ownerId }: { readonly deliveryId: string; readonly ownerId: string },
  now: Date,
): Write {
  const key = storeWorkKey(deliveryId);
  const due = firstDue(STORE_DELIVERY, key, now);
  return { put: { ...key, deliveryId, ownerId, report: null, ...due }, condition: rowMissing };
}

/** The row of work that waits for its next step. */
export function toStoreWorkItem(work: StoreWork): Item & Key {
  const key = storeWorkKey(work.deliveryId);
  return { ...key, ...work, ...dueAttributes(STORE_DELIVERY, key, work) };
}

const messageSchema = v.object({
  deliveryId: v.string(),
  /** The work's `position` when the message was sent. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type StoreMessage = Readonly<v.InferOutput<typeof messageSchema>>;

/** The body of a message in the store queue. */
export const storeMessageSchema = v.pipe(v.string(), v.parseJson(undefined, 'not JSON'), messageSchema);

export const storeWork: WorkKind<StoreWork> = {
  name: STORE_DELIVERY,
  queueVariable: 'STORE_QUEUE_URL',
  read: (item) => v.parse(schema, item),
  ownerOf: ({ ownerId }) => ownerId,
  message({ deliveryId, position }) {
    const body: StoreMessage = { deliveryId, attempt: position };
    return body;
  },
};
