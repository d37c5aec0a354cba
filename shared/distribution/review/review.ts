/** One automatic review of a request: reads the current album and approves or rejects. */
import { albums } from '../../catalogue/api/albums.ts';
import { startReading } from '../../catalogue/artwork/start-reading.ts';
import { soundOf } from '../../catalogue/rules/track-sound.ts';
import { findRecord, type Store, storeOf } from '../../kit/records/store.ts';
import { isProblem, type Problem, type ProblemCode, Problems } from '../../kit/values/problems.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import type { RowOf } from '../../kit/work/define-work.ts';
import { type Claimed, isHeld } from '../../kit/work/due.ts';
import { matchingWork } from '../../matching/text/matching-work.ts';
import type { MetricValues } from '../../platform/metrics.ts';
import { readSettings } from '../../platform/settings.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { tracksOn } from '../contents/album-contents.ts';
import { isQuestionable } from '../rules/approved-sounds.ts';
import type { RequestStatus } from '../rules/distribution.ts';
import { reviewWork } from '../work/review-work.ts';
import { compareAgain, hearMissing } from './compare-again.ts';
import { type Decide, decideRequestBy } from './request-decision.ts';
import { rejection, verdict } from './verdict.ts';

type Review = RowOf<typeof reviewWork>;

type ReviewLine =
  /** The request waits for an operator. */
  | { readonly message: 'review.waiting'; readonly since: string; readonly isLate: boolean }
  /** The resulting status of the request. 'pending' means that a video master is being validated, or artwork read. */
  | { readonly message: 'request.reviewed'; readonly outcome: RequestStatus };

/** Masters are usually validated within minutes. */
const POSTPONED_SECONDS = 60;

export async function review(
  reviewing: Attempt<Review> & { readonly api: Store['api'] },
): Promise<Outcome<Review, ReviewLine>> {
  const { api, table, now, claimed, lease } = reviewing;
  await lease.takeSlot();
  const store = storeOf(api, { table, now: now() });
  if (readSettings().qaMode === 'manual') return waitForOperator(store, claimed);
  const request = await findRecord(store, distributionRequests, claimed.requestId);
  const hold = request?.fields.status === 'pending' ? await audioHold(store, request) : 'none';
  if (request && (await isReadingArtwork(store, request)))
    return waitForOperator(store, claimed, ANALYSIS_SECONDS);
  if (hold !== 'none')
    return waitForOperator(store, claimed, hold === 'analyzing' ? ANALYSIS_SECONDS : REMINDER_SECONDS);
  const status = await decideReview(store, claimed).catch((error: unknown) => {
    if (isProblem(error, 'codes_exhausted')) return 'codes_exhausted' as const;
    throw error;
  });
  if (status === 'codes_exhausted') return waitForOperator(store, claimed, REMINDER_SECONDS);
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

/** 'held': a person decides. */
type AudioHold = 'analyzing' | 'held' | 'none';

/**
 * Keeps the service from deciding on a request whose audio is not analyzed yet, could not be, must not be, or is a
 * recording of another owner. Starts missing analyses, for example of a file that was replaced after the request was made. Repeats
 * those that were made before the decision was due and before other tracks were released.
 */
async function audioHold(store: Store, request: DistributionRequest): Promise<AudioHold> {
  const { id, fields } = request;
  const { holdAudioMatches, qaWaitSeconds } = readSettings();
  if (!holdAudioMatches || fields['request-type'] === 'takedown') return 'none';
  const album = await findRecord(store, albums, fields.album);
  if (!album) return 'none';
  if (await store.table.get(matchingWork.key(id))) return 'analyzing';
  const tracks = (await tracksOn(store, album)).map(({ track }) => track);
  const dueAt = new Date(pendingSince(request).getTime() + qaWaitSeconds * 1000);
  const started = [...(await compareAgain(store, tracks, dueAt)), ...(await hearMissing(store, tracks))];
  const isAnalyzing = tracks.some(({ fields: { audio } }) => audio?.status === 'pending');
  if (started.length > 0 || isAnalyzing) return 'analyzing';
  return tracks.some(({ fields: each }) => isQuestionable(soundOf(each))) ? 'held' : 'none';
}

/** Starts reading where it was not started, for example before stages required artwork. */
async function isReadingArtwork(store: Store, { fields }: DistributionRequest): Promise<boolean> {
  if (readSettings().artwork !== 'required' || fields.status !== 'pending') return false;
  if (fields['request-type'] === 'takedown') return false;
  const album = await findRecord(store, albums, fields.album);
  return album !== undefined && startReading(store, album);
}

/** Since when a pending request has waited for a decision. */
const pendingSince = ({ fields }: DistributionRequest): Date =>
  new Date(fields.decisions.at(-1)?.at ?? fields['created-at']);

/** Audio is usually analyzed within a minute. */
const ANALYSIS_SECONDS = 10;
/** Operators are reminded this often. */
const REMINDER_SECONDS = 1800;

/**
 * The stage does not review automatically, has too few codes, or holds the request because of its audio. Its
 * settings may have changed since the request was made.
 * @param againSeconds until the next review. By default, it follows when the request has waited too long.
 */
async function waitForOperator(
  store: Store,
  claimed: Claimed<Review>,
  againSeconds?: number,
): Promise<Outcome<Review, ReviewLine>> {
  const request = await findRecord(store, distributionRequests, claimed.requestId);
  if (request?.fields.status !== 'pending') return 'gone';
  const since = pendingSince(request);
  const lateAt = since.getTime() + readSettings().lateAfterSeconds.review * 1000;
  const nowMs = store.now.getTime();
  const isLate = nowMs >= lateAt;
  const soonAt = nowMs + (againSeconds ?? REMINDER_SECONDS) * 1000;
  const at = new Date(isLate || againSeconds !== undefined ? soonAt : lateAt);
  return {
    is: 'again',
    next: reviewWork.next(claimed, at),
    line: { message: 'review.waiting', since: since.toISOString(), isLate },
  };
}

export const reviewMetrics = (line: ReviewLine): MetricValues =>
  line.message === 'review.waiting' && line.isLate ? { RequestsWaiting: 1 } : {};

/** @returns the resulting status of the request, or undefined if the request no longer exists. */
async function decideReview(store: Store, claimed: Claimed<Review>): Promise<RequestStatus | undefined> {
  const { requestId } = claimed;
  const end = { ...reviewWork.end(requestId), condition: isHeld(claimed) };
  try {
    return (await decideRequestBy(store, requestId, verdict, [end])).fields.status;
  } catch (error) {
    if (isProblem(error, 'unknown_record') || isProblem(error, 'distribution_request_not_open'))
      return undefined;
    if (!(error instanceof Problems) || !error.problems.every(isLack)) throw error;
    const rejected = rejection(error.problems.map(({ detail }) => detail));
    const decide: Decide = ({ fields }) => (fields.status === 'pending' ? rejected : undefined);
    return (await decideRequestBy(store, requestId, decide, [end])).fields.status;
  }
}

/** Reasons not to approve a request. */
const lacks: readonly ProblemCode[] = [
  'album_incomplete',
  'dsp_not_available',
  'distribution_request_exists',
  'takedown_requires_sent_delivery',
  'takedown_names_some_countries',
];

const isLack = ({ code }: Problem): boolean => lacks.includes(code);
