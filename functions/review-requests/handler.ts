/** Review queue -> decisions on requests, on a stage where the service decides. */
import { review } from '../../shared/distribution/review/review.ts';
import { reviewMessageSchema } from '../../shared/distribution/review/review-work.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { api } from '../../shared/service/api.ts';

/** @param now the clock, for tests. */
export const reviewerWith = (now: () => Date = () => new Date()) =>
  consume({
    schema: reviewMessageSchema,
    subject: ({ requestId, attempt: position }) => ({ requestId, position }),
    process: (message, table) => review(message, { api, table, now }),
    fault: 'review.fault',
  });

export const handler = reviewerWith();
