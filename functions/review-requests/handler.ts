/** Review queue -> decisions on requests, or reminders of those that wait for an operator, and the codes of approvals. */
import * as v from 'valibot';
import { givingOf } from '../../shared/distribution/codes/left-codes.ts';
import { review, reviewMetrics } from '../../shared/distribution/review/review.ts';
import { givingWork } from '../../shared/distribution/work/giving-work.ts';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { type Attempt, attempt, type Clock } from '../../shared/kit/work/attempt.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import type { RowOf } from '../../shared/kit/work/define-work.ts';
import { api } from '../../shared/service/api.ts';

const reviewing = {
  kind: reviewWork,
  log: 'review',
  make: (of: Attempt<RowOf<typeof reviewWork>>) => review({ ...of, api }),
  measure: reviewMetrics,
};
const giving = givingOf(api);

/** @param clock for tests. */
export const reviewerWith = (clock: Partial<Clock> = {}) =>
  consume({
    schema: v.union([givingWork.messageSchema, reviewWork.messageSchema]),
    subject: ({ id, attempt: position }) => ({ requestId: id, position }),
    process: (message, table) =>
      message.kind === undefined
        ? attempt(reviewing, message, { ...clock, table })
        : attempt(giving, message, { ...clock, table }),
    fault: 'review.fault',
  });

export const handler = reviewerWith();
