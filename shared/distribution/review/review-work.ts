/** The review of a request by the service itself, as a row of the table beside its record. */
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { type Claimed, dueAttributes, firstDue, workOwner } from '../../kit/work/due.ts';
import type { WorkKind } from '../../kit/work/kind.ts';
import type { Settings } from '../../platform/settings.ts';
import { reviewKey } from '../keys.ts';

const schema = v.object({
  requestId: v.string(),
  ownerId: workOwner,
  // The members of Due.
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
});

export type Review = Readonly<v.InferOutput<typeof schema>>;
export type ClaimedReview = Claimed<Review>;

/** Names this work among all that falls due. Stored in rows: never change it. */
const REQUEST_REVIEW = 'request-review';

/**
 * Has the service decide on a request, in the transaction that makes it pending. A review that is left from before a
 * requeue begins anew.
 * @returns no writes on a stage where operators decide.
 */
export function newReview(
  { requestId, ownerId }: { readonly requestId: string; readonly ownerId: string },
  { qaMode, qaWaitSeconds }: Pick<Settings, 'qaMode' | 'qaWaitSeconds'>,
  now: Date,
): Write[] {
  if (qaMode === 'manual') return [];
  const key = reviewKey(requestId);
  const at = new Date(now.getTime() + qaWaitSeconds * 1000);
  return [{ put: { ...key, requestId, ownerId, ...firstDue(REQUEST_REVIEW, key, at) } }];
}

/** The row of a review that waits for its next try. */
export function toReviewItem(review: Review): Item & Key {
  const key = reviewKey(review.requestId);
  return { ...key, ...review, ...dueAttributes(REQUEST_REVIEW, key, review) };
}

const messageSchema = v.object({
  requestId: v.string(),
  /** The review's `position` when the message was sent. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type ReviewMessage = Readonly<v.InferOutput<typeof messageSchema>>;

/** The body of a message in the review queue. */
export const reviewMessageSchema = v.pipe(v.string(), v.parseJson(undefined, 'not JSON'), messageSchema);

export const reviewWork: WorkKind<Review> = {
  name: REQUEST_REVIEW,
  queueVariable: 'REVIEW_QUEUE_URL',
  read: (item) => v.parse(schema, item),
  ownerOf: ({ ownerId }) => ownerId,
  message({ requestId, position }) {
    const body: ReviewMessage = { requestId, attempt: position };
    return body;
  },
};
