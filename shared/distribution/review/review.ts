/** One automatic review of a request: reads the current album and approves or rejects. */
import { type Store, storeOf } from '../../kit/records/store.ts';
import { isProblem, type Problem, type ProblemCode, Problems } from '../../kit/values/problems.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import type { RowOf } from '../../kit/work/define-work.ts';
import { type Claimed, isHeld } from '../../kit/work/due.ts';
import { readSettings } from '../../platform/settings.ts';
import type { RequestStatus } from '../rules/distribution.ts';
import { type Decide, decideRequest } from './request-decision.ts';
import { reviewWork } from './review-work.ts';
import { rejection, verdictOn } from './verdict.ts';

type Review = RowOf<typeof reviewWork>;

type ReviewLine =
  /** The stage no longer reviews automatically. */
  | { readonly message: 'review.skipped'; readonly outcome: 'manual' }
  /** The resulting status of the request. 'pending' means that a video master is being validated. */
  | { readonly message: 'request.reviewed'; readonly outcome: RequestStatus };

/** Masters are usually validated within minutes. */
const POSTPONED_SECONDS = 60;

export async function review(
  reviewing: Attempt<Review> & { readonly api: Store['api'] },
): Promise<Outcome<Review, ReviewLine>> {
  const { api, table, now, claimed, lease } = reviewing;
  await lease.takePlace();
  if (readSettings().qaMode === 'manual')
    return { is: 'done', line: { message: 'review.skipped', outcome: 'manual' } };
  const status = await decided(storeOf(api, { table, now: now() }), claimed);
  if (!status) return 'gone';
  const line = { message: 'request.reviewed', outcome: status } as const;
  if (status === 'pending') {
    const at = new Date(now().getTime() + POSTPONED_SECONDS * 1000);
    return { is: 'again', next: reviewWork.next(claimed, at), line };
  }
  // An operator may have decided first.
  await writeHeld(table, claimed, reviewWork.end(claimed.requestId));
  return { is: 'recorded', line };
}

/** @returns the resulting status of the request, or undefined if the request no longer exists. */
async function decided(store: Store, claimed: Claimed<Review>): Promise<RequestStatus | undefined> {
  const { requestId } = claimed;
  const end = { ...reviewWork.end(requestId), condition: isHeld(claimed) };
  try {
    const decide = verdictOn(store);
    return (await decideRequest(store, requestId, decide, [end])).fields.status;
  } catch (error) {
    if (isProblem(error, 'unknown_record') || isProblem(error, 'distribution_request_not_open'))
      return undefined;
    if (!(error instanceof Problems) || !error.problems.every(isLack)) throw error;
    const rejected = rejection(error.problems.map(({ detail }) => detail));
    const decide: Decide = ({ fields }) => (fields.status === 'pending' ? rejected : undefined);
    return (await decideRequest(store, requestId, decide, [end])).fields.status;
  }
}

/** Reasons not to approve a request. */
const lacks: readonly ProblemCode[] = [
  'album_incomplete',
  'dsp_not_available',
  'distribution_request_exists',
  'takedown_requires_sent_delivery',
];

const isLack = ({ code }: Problem): boolean => lacks.includes(code);
