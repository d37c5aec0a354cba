/** What happens to a delivery when an attempt begins, ends or is omitted. Pure: time and random number are passed in. */
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { waitWithoutStart } from '../endpoints/endpoint-pace.ts';
import type { Delivery, PendingDelivery } from '../rules/webhook-delivery.ts';
import type { AttemptResult } from '../sending/attempt.ts';
import { failureReason } from './failure-reason.ts';

export interface ProgressOptions {
  readonly now: Date;
  /** From 0 to 1. */
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
  position: 0,
  nextAttemptAt: now.toISOString(),
});

/** The delivery, finished or not, with a fresh schedule. What was counted and learned stays. */
export const renewed = (
  { attempts, lastResponseStatus, failureReason }: Delivery,
  now: Date,
): PendingDelivery => ({
  ...newDelivery(now),
  attempts,
  lastResponseStatus,
  failureReason,
});

/** Counts an attempt that is about to begin. If its sender dies, another one makes the next attempt. */
export const begun = ({ hasStart, ...delivery }: PendingDelivery): PendingDelivery => ({
  ...delivery,
  attempts: delivery.attempts + 1,
  position: delivery.position + 1,
});

/** Takes back the count of an attempt that was not made, by a fault of the service. It is tried again in a minute. */
export const takenBack = (delivery: PendingDelivery, now: Date): PendingDelivery => ({
  ...delivery,
  attempts: delivery.attempts - 1,
  position: delivery.position - 1,
  nextAttemptAt: new Date(now.getTime() + 60_000).toISOString(),
});

/** Whether its schedule ended with an attempt whose sender died. */
export const isUsedUp = ({ position }: PendingDelivery, { gaps }: Pick<ProgressOptions, 'gaps'>): boolean =>
  position > gaps.length;

/**
 * @param delivery in which the attempt is counted.
 * @returns it as succeeded, waiting for its next attempt, or failed because there are no more.
 * @example afterAttempt(begun(delivery), result, { now, random: Math.random(), gaps: readRetryGaps(eventWork) })
 */
export function afterAttempt(
  delivery: PendingDelivery,
  result: AttemptResult,
  options: ProgressOptions,
): Delivery {
  const known = { ...delivery, lastResponseStatus: result.status, failureReason: failureReason(result) };
  if (result.outcome === 'acknowledged')
    return { ...factsOf(known), status: 'succeeded', deliveredAt: options.now.toISOString() };
  return scheduled(known, options, result.retryAfter);
}

/**
 * Its endpoint is slow, and enough attempts to it are in flight: this one is made later, and nothing is counted.
 * @param start handed out for it; undefined when none was left.
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

/** While its endpoint is disabled, due attempts are neither made nor counted; the schedule goes on. */
export const afterSkippedAttempt = (delivery: PendingDelivery, options: ProgressOptions): Delivery =>
  scheduled({ ...delivery, position: delivery.position + 1 }, options, null);

export const failedDelivery = (delivery: PendingDelivery): Delivery => ({
  ...factsOf(delivery),
  status: 'failed',
});

function scheduled(delivery: PendingDelivery, options: ProgressOptions, retryAfter: string | null): Delivery {
  const next = nextAttemptAt({ ...options, attempts: delivery.position, retryAfter });
  return next ? { ...delivery, nextAttemptAt: next.toISOString() } : failedDelivery(delivery);
}

const factsOf = ({ attempts, lastResponseStatus, failureReason }: PendingDelivery) => ({
  attempts,
  lastResponseStatus,
  failureReason,
});
