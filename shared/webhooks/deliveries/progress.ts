/** The changes of a delivery at each attempt. Pure: time and random number are arguments. */
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { afterFault } from '../../kit/work/work-faults.ts';
import type { AttemptResult } from '../attempt-result.ts';
import { waitWithoutStart } from '../endpoints/endpoint-pace.ts';
import type { Delivery, FailureReason, PastAttempt, PendingDelivery } from '../rules/webhook-delivery.ts';

interface ProgressOptions {
  readonly now: Date;
  /** Between 0 and 1. */
  readonly random: number;
  /** Seconds between attempts. */
  readonly gaps: readonly number[];
}

/** @param now when the first attempt is due. */
export const newDelivery = (now: Date): PendingDelivery => ({
  status: 'pending',
  attempts: 0,
  lastResponseStatus: null,
  failureReason: null,
  lastAttempts: [],
  position: 0,
  nextAttemptAt: now.toISOString(),
});

/** The delivery, finished or not, with a new schedule. Counts and results are kept. */
export const renewed = (delivery: Delivery, now: Date): PendingDelivery => ({
  ...newDelivery(now),
  ...factsOf(delivery),
});

/** Counts an attempt that is about to start. If its sender dies, another sender makes the next attempt. */
export const begun = ({ hasStart, ...delivery }: PendingDelivery): PendingDelivery => ({
  ...delivery,
  attempts: delivery.attempts + 1,
  position: delivery.position + 1,
});

/**
 * An attempt that a fault of the service prevented does not count. It is made again after growing gaps, and given up
 * after a day.
 * @param delivery before `begun`.
 */
export function prevented(delivery: PendingDelivery, now: Date): Delivery {
  const faults = (delivery.faults ?? 0) + 1;
  const next = afterFault(faults, now);
  return next ? { ...delivery, faults, nextAttemptAt: next.toISOString() } : failedDelivery(delivery, now);
}

/** @param delivery after `begun`. @returns it as it was before. */
export const takenBack = (delivery: PendingDelivery): PendingDelivery => ({
  ...delivery,
  attempts: delivery.attempts - 1,
  position: delivery.position - 1,
});

/** A request was sent, and its result cannot be recorded. It counts, so that it is not sent again without end. */
export const afterUnknownResult = (
  { faults, ...delivery }: PendingDelivery,
  options: ProgressOptions,
): Delivery => scheduled(delivery, options, null);

/** Whether its schedule has ended with an attempt whose sender died. */
export const isUsedUp = ({ position }: PendingDelivery, { gaps }: Pick<ProgressOptions, 'gaps'>): boolean =>
  position > gaps.length;

/**
 * @param delivery after `begun`.
 * @returns the delivery as succeeded, pending with its next attempt, or failed without further attempts.
 * @example afterAttempt(begun(delivery), result, { now, random, gaps: readRetryGaps(eventWork) })
 */
export function afterAttempt(
  delivery: PendingDelivery,
  result: AttemptResult,
  options: ProgressOptions,
): Delivery {
  const { faults, ...earlier } = delivery;
  const attempted = {
    ...earlier,
    lastResponseStatus: result.status,
    failureReason: failureReason(result),
    lastAttempts: [...delivery.lastAttempts, pastAttempt(result)].slice(-MAX_PAST_ATTEMPTS),
  };
  if (result.outcome === 'acknowledged')
    return { ...factsOf(attempted), status: 'succeeded', deliveredAt: options.now.toISOString() };
  return scheduled(attempted, options, result.retryAfter);
}

/** Why an attempt failed, as the owner of the endpoint sees it. @returns null if it was acknowledged. */
export function failureReason({ outcome, error }: AttemptResult): FailureReason | null {
  if (outcome === 'acknowledged') return null;
  switch (error) {
    case null:
      return 'status';
    // These share one reason. Distinct reasons would let the owner probe names of our network.
    case 'url_refused':
    case 'unresolvable':
    case 'address_refused':
      return 'refused_address';
    default:
      return error;
  }
}

const MAX_PAST_ATTEMPTS = 5;

function pastAttempt(result: AttemptResult): PastAttempt {
  const { at, durationMs: ms, status, excerpt } = result;
  const reason = status === null ? failureReason(result) : null;
  return {
    at,
    ms,
    ...(status !== null && { status }),
    ...(reason && { reason }),
    ...(excerpt && { excerpt }),
  };
}

/**
 * Postpones an attempt to a slow endpoint without counting it.
 * @param start the reserved start time; undefined if none was available.
 */
export function postponed(
  { hasStart, ...delivery }: PendingDelivery,
  start: Date | undefined,
  { now, random, createdAt }: Pick<ProgressOptions, 'now' | 'random'> & { readonly createdAt: string },
): PendingDelivery {
  if (start) return { ...delivery, nextAttemptAt: start.toISOString(), hasStart: true };
  const ageMs = now.getTime() - Date.parse(createdAt);
  return {
    ...delivery,
    nextAttemptAt: new Date(now.getTime() + waitWithoutStart(ageMs, random)).toISOString(),
  };
}

/** While the endpoint is disabled, due attempts are omitted and not counted, but the schedule continues. */
export const afterSkippedAttempt = (delivery: PendingDelivery, options: ProgressOptions): Delivery =>
  scheduled({ ...delivery, position: delivery.position + 1 }, options, null);

export const failedDelivery = (delivery: PendingDelivery, now: Date): Delivery => ({
  ...factsOf(delivery),
  status: 'failed',
  failedAt: now.toISOString(),
});

function scheduled(delivery: PendingDelivery, options: ProgressOptions, retryAfter: string | null): Delivery {
  const next = nextAttemptAt({ ...options, attempts: delivery.position, retryAfter });
  return next ? { ...delivery, nextAttemptAt: next.toISOString() } : failedDelivery(delivery, options.now);
}

const factsOf = ({ attempts, lastResponseStatus, failureReason, lastAttempts }: Delivery) => ({
  attempts,
  lastResponseStatus,
  failureReason,
  lastAttempts,
});
