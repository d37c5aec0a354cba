/** The review of a request, stored as a row beside its record. */

import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { defineWork } from '../../kit/work/define-work.ts';
import type { Settings } from '../../platform/settings.ts';

export const reviewWork = defineWork({
  name: 'request-review',
  queue: {
    name: 'Review',
    consumer: 'review-requests',
    mapping: 'RequestsToReview',
    concurrency: { standard: 5, prod: 20, local: 4 },
  },
  id: 'requestId',
  key: (id) => ({ pk: recordKey('distribution-requests', id).pk, sk: 'review' }),
  fields: { ownerId: v.string() },
  // A new review replaces one left from before a requeue.
  isReplaced: true,
});

/**
 * Starts the review in the transaction that makes the request pending. On a stage where operators decide, it
 * is due when the request has waited too long for them.
 */
export const newReview = (
  request: { readonly requestId: string; readonly ownerId: string },
  { qaMode, qaWaitSeconds, lateAfterSeconds }: Settings,
  now: Date,
): Write => {
  const seconds = qaMode === 'manual' ? lateAfterSeconds.review : qaWaitSeconds;
  return reviewWork.start(request, new Date(now.getTime() + seconds * 1000));
};
