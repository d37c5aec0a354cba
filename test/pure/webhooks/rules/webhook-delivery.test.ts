import { expect, it } from 'vitest';
import {
  afterAttempt,
  begun,
  newDelivery,
  renewed,
} from '../../../../shared/webhooks/deliveries/progress.ts';
import {
  type Delivery,
  deliveryMoves,
  isPending,
  pendingOf,
} from '../../../../shared/webhooks/rules/webhook-delivery.ts';

const facts = { attempts: 1, lastResponseStatus: null, failureReason: null, lastAttempts: [] };
const pending: Delivery = { ...facts, status: 'pending', position: 1, nextAttemptAt: '2026-11-22T10:00:00Z' };
const succeeded: Delivery = { ...facts, status: 'succeeded', deliveredAt: '2026-11-22T10:00:00Z' };
const failed: Delivery = { ...facts, status: 'failed', failedAt: '2026-11-22T10:00:00Z' };

it('only a waiting delivery is pending', () => {
  expect([pending, succeeded, failed].map(isPending)).toEqual([true, false, false]);
});

it('the pending deliveries of an event have the ids of their endpoints', () => {
  expect(pendingOf({ '1': succeeded, '2': pending, '3': failed, '4': pending })).toEqual([
    ['2', pending],
    ['4', pending],
  ]);
});

it('a delivery changes status as documented', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const attempted = (outcome: 'acknowledged' | 'failed') => {
    const facts = {
      status: 200,
      retryAfter: null,
      at: now.toISOString(),
      durationMs: 1,
      excerpt: null,
      error: null,
    };
    return afterAttempt(begun(newDelivery(now)), { ...facts, outcome }, { now, random: 0, gaps: [] });
  };
  const moved: Readonly<Record<(typeof deliveryMoves)[number]['on'], Delivery>> = {
    acknowledged: attempted('acknowledged'),
    given_up: attempted('failed'),
    sent_again: renewed(failed, now),
  };
  expect(deliveryMoves.map(({ on }) => moved[on].status)).toEqual(deliveryMoves.map(({ to }) => to));
});
