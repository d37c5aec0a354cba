/** What becomes of a delivery once an attempt is over, or was left out. Pure: the clock and the dice are passed in. */

import { nextAttemptAt } from '../../work/schedule.ts';
import type { AttemptResult } from '../sending/attempt.ts';
import type { Delivery } from './delivery.ts';
import { failureReason } from './failure-reason.ts';

export interface Circumstances {
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: number;
  /** Seconds between attempts. */
  readonly gaps: readonly number[];
}

export function afterAttempt(delivery: Delivery, result: AttemptResult, around: Circumstances): Delivery {
  const counted = {
    ...delivery,
    attempts: delivery.attempts + 1,
    lastResponseStatus: result.status,
    failureReason: failureReason(result),
  };
  if (result.outcome === 'acknowledged') {
    const deliveredAt = around.now.toISOString();
    return {
      ...counted,
      status: 'succeeded',
      position: delivery.position + 1,
      deliveredAt,
      claimedUntil: null,
    };
  }
  return moved(counted, around, result.retryAfter);
}

/** While its endpoint is disabled, nothing is sent and nothing counted; the schedule goes on. */
export const afterOmission = (delivery: Delivery, around: Circumstances): Delivery =>
  moved(delivery, around, null);

function moved(delivery: Delivery, around: Circumstances, retryAfter: string | null): Delivery {
  const position = delivery.position + 1;
  const next = nextAttemptAt({ ...around, attempts: position, retryAfter });
  const kept = { ...delivery, position, claimedUntil: null };
  return next ? { ...kept, nextAttemptAt: next.toISOString() } : { ...kept, status: 'failed' };
}
