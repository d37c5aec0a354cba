/** What becomes of a delivery after an attempt was made, or skipped. Pure: the time and the random number are passed in. */
import { nextAttemptAt } from '../../work/schedule.ts';
import type { AttemptResult } from '../sending/attempt.ts';
import type { ClaimedDelivery, Delivery } from './delivery.ts';
import { failureReason } from './failure-reason.ts';

export interface ProgressOptions {
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: number;
  /** Seconds between attempts. */
  readonly gaps: readonly number[];
}

/**
 * @returns the delivery as succeeded, waiting for its next attempt, or failed because there are no more.
 * @example afterAttempt(claimed, result, { now, random: Math.random(), gaps: stageSettings().webhookRetryGaps })
 */
export function afterAttempt(
  claimed: ClaimedDelivery,
  result: AttemptResult,
  options: ProgressOptions,
): Delivery {
  const counted = {
    ...claimed,
    attempts: claimed.attempts + 1,
    lastResponseStatus: result.status,
    failureReason: failureReason(result),
  };
  if (result.outcome === 'acknowledged')
    return { ...withoutSchedule(counted), status: 'succeeded', deliveredAt: options.now.toISOString() };
  return scheduled(counted, options, result.retryAfter);
}

/** While its endpoint is disabled, due attempts are neither made nor counted; the schedule goes on. */
export const afterSkippedAttempt = (claimed: ClaimedDelivery, options: ProgressOptions): Delivery =>
  scheduled(claimed, options, null);

function scheduled(claimed: ClaimedDelivery, options: ProgressOptions, retryAfter: string | null): Delivery {
  const position = claimed.position + 1;
  const next = nextAttemptAt({ ...options, attempts: position, retryAfter });
  if (!next) return { ...withoutSchedule(claimed), status: 'failed' };
  return { ...claimed, position, nextAttemptAt: next.toISOString(), claimedUntil: null };
}

const withoutSchedule = ({ position, nextAttemptAt, claimedUntil, ...facts }: ClaimedDelivery) => facts;
