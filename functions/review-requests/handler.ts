/** Review queue -> decisions on requests, or reminders of those that wait for an operator. */
import { review, reviewMetrics } from '../../shared/distribution/review/review.ts';
import { reviewWork } from '../../shared/distribution/review/review-work.ts';
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { api } from '../../shared/service/api.ts';

/** @param clock for tests. */
export const reviewerWith = (clock: Partial<Clock> = {}) =>
  consumeWork(
    {
      kind: reviewWork,
      log: 'review',
      make: (attempt) => review({ ...attempt, api }),
      measure: reviewMetrics,
    },
    clock,
  );

export const handler = reviewerWith();
