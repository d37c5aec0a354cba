/** The automatic review of a request, stored as a row beside its record. */

import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { defineWork, workOwner } from '../../kit/work/define-work.ts';
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
  fields: { ownerId: workOwner },
  // A new review replaces one left from before a requeue.
  isReplaced: true,
});

/**
 * Starts an automatic review in the transaction that makes the request pending.
 * @returns no writes on a stage where operators decide.
 */
export const newReview = (
  request: { readonly requestId: string; readonly ownerId: string },
  { qaMode, qaWaitSeconds }: Pick<Settings, 'qaMode' | 'qaWaitSeconds'>,
  now: Date,
): Write[] =>
  qaMode === 'manual' ? [] : [reviewWork.start(request, new Date(now.getTime() + qaWaitSeconds * 1000))];
