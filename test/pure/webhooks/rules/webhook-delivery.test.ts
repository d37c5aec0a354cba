import { expect, it } from 'vitest';
import { type Delivery, isPending, pendingOf } from '../../../../shared/webhooks/rules/webhook-delivery.ts';

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
