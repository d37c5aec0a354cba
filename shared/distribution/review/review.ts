/** One review of one request: claim it, look at the album as it is now, approve or reject. */
import { type Store, storeOf } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { isProblem, type Problem, type ProblemCode, Problems } from '../../kit/values/problems.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import { isHeld } from '../../kit/work/due.ts';
import { hold, type NotDone } from '../../kit/work/hold.ts';
import { enqueue } from '../../kit/work/kind.ts';
import { readSettings } from '../../platform/settings.ts';
import { reviewKey } from '../keys.ts';
import type { RequestStatus } from '../rules/distribution.ts';
import { type Decide, decideRequest } from './request-decision.ts';
import { type ClaimedReview, type ReviewMessage, reviewWork, toReviewItem } from './review-work.ts';
import { rejection, verdictOn } from './verdict.ts';

interface Reviewing {
  readonly api: Store['api'];
  readonly table: Table;
  readonly now: () => Date;
}

type ReviewLine =
  /** 'manual': operators decide on this stage now. 'gone': there is no such request any more. */
  | { readonly message: 'review.skipped'; readonly outcome: NotDone | 'manual' | 'gone' }
  /** The status of the request afterwards. 'pending': a video master is being validated. */
  | { readonly message: 'request.reviewed'; readonly outcome: RequestStatus };

/**
 * @returns what the log says about it.
 * @throws on faults of the service: the message is redelivered.
 */
export async function review(message: ReviewMessage, reviewing: Reviewing): Promise<ReviewLine> {
  const { table, now } = reviewing;
  const { requestId, attempt } = message;
  const key = reviewKey(requestId);
  const done = await hold(table, { kind: reviewWork, key, attempt, now }, async (claimed, lease) => {
    await lease.takePlace();
    return makeReview(claimed, reviewing);
  });
  return typeof done === 'string' ? { message: 'review.skipped', outcome: done } : done;
}

async function makeReview(claimed: ClaimedReview, reviewing: Reviewing): Promise<ReviewLine> {
  const { api, table, now } = reviewing;
  const isManual = readSettings().qaMode === 'manual';
  const status = isManual ? undefined : await decided(storeOf(api, { table, now: now() }), claimed);
  if (status === 'pending') await postpone(claimed, reviewing);
  // An operator may have decided first.
  else await writeHeld(table, claimed, { delete: reviewKey(claimed.requestId) });
  if (status) return { message: 'request.reviewed', outcome: status };
  return { message: 'review.skipped', outcome: isManual ? 'manual' : 'gone' };
}

/** @returns the status of the request afterwards, if there is such a request. */
async function decided(store: Store, claimed: ClaimedReview): Promise<RequestStatus | undefined> {
  const { requestId } = claimed;
  const end = { delete: reviewKey(requestId), condition: isHeld(claimed) };
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

/** Why a request cannot be approved. */
const lacks: readonly ProblemCode[] = [
  'album_incomplete',
  'dsp_not_available',
  'distribution_request_exists',
  'takedown_requires_sent_delivery',
];

const isLack = ({ code }: Problem): boolean => lacks.includes(code);

/** Masters are validated within minutes. */
const POSTPONED_SECONDS = 60;

async function postpone(claimed: ClaimedReview, { table, now }: Reviewing): Promise<void> {
  const nextAttemptAt = new Date(now().getTime() + POSTPONED_SECONDS * 1000).toISOString();
  const next = {
    requestId: claimed.requestId,
    ownerId: claimed.ownerId,
    position: claimed.position + 1,
    nextAttemptAt,
    claimedUntil: null,
  };
  if (await writeHeld(table, claimed, { put: toReviewItem(next) })) await enqueue(reviewWork, [next], now());
}
