/** The metrics of requests that wait for operators, of deliveries, and of work that is overdue. */
import { beforeAll, describe, expect, it } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import type { Stores } from '../../shared/distribution/deliveries/deliver.ts';
import type { DspStore } from '../../shared/distribution/stores/dsp-store.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { metricLines, valuesOf } from '../support/metrics.ts';
import { work, workFor } from './stream-stage.ts';
import { now, pass, queue, useWorkStage } from './work-stage.ts';

const DAY = 86_400;

let isDown = false;
const down: DspStore = { hand: async () => ({ is: 'failed', reason: 'The store is down.' }) };
const stores: Stores = { storeFor: (...given) => (isDown ? down : storeFor(...given)) };
useWorkStage({
  consumers: { Review: reviewerWith({ now }), Store: delivererWith({ now, random: () => 0.5, ...stores }) },
  settings: { deliveryRetryGaps: [60, 300, 3600], sandboxReportSeconds: 0 },
  streams: true,
});
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const newRequest = async () => request(ada, (await newRelease(ada, { tracks: 1, dsps: ['1'] })).album);
const waiting = () => valuesOf('RequestsWaiting').length;
const isReviewed = (id: string) => new Table().get(reviewWork.key(id));

describe('a request that waits for an operator', () => {
  it('is reported after a day and then twice an hour until it is decided', async () => {
    const id = await newRequest();
    await work();
    pass(DAY - 120);
    await workFor(1);
    expect(waiting()).toBe(0);
    await workFor(3, { copies: 3 });
    expect(waiting()).toBe(1);
    await workFor(61, { copies: 2 });
    expect(waiting()).toBe(3);
    await command('reject-request', { id, reason: 'No.' });
    expect(await isReviewed(id)).toBeUndefined();
    await workFor(61);
    expect(waiting()).toBe(3);
  });

  it('is not reported if it is decided within the day', async () => {
    const before = waiting();
    const id = await newRequest();
    await work();
    await command('reject-request', { id, reason: 'No.' });
    expect(await isReviewed(id)).toBeUndefined();
    pass(DAY);
    await workFor(2);
    expect(waiting()).toBe(before);
  });

  it('waits another whole day after a requeue', async () => {
    const before = waiting();
    const id = await newRequest();
    await work();
    await command('reject-request', { id, reason: 'No.' });
    pass(DAY / 2);
    await command('requeue-request', { id });
    await work();
    pass(DAY / 2);
    await workFor(2);
    expect(waiting()).toBe(before);
    pass(DAY / 2);
    await workFor(2);
    expect(waiting()).toBe(before + 1);
    await command('reject-request', { id, reason: 'No.' });
    await workFor(31);
  });
});

describe('a delivery', () => {
  const counts = () =>
    (['DeliveriesAccepted', 'StoreAttemptsFailed', 'DeliveriesRetrying', 'DeliveriesFailed'] as const).map(
      (name) => valuesOf(name).length,
    );

  it('is counted once when the store accepts it, even if its message is duplicated', async () => {
    const id = await newRequest();
    const before = counts();
    await command('approve-request', { id });
    await work({ copies: 3 });
    expect(counts().map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 0, 0]);
  });

  it('is reported when retries exceed an hour, and counted when it fails', async () => {
    isDown = true;
    const id = await newRequest();
    const before = counts();
    const added = () => counts().map((count, index) => count - (before[index] ?? 0));
    await command('approve-request', { id });
    await work({ copies: 2 });
    await workFor(3, { copies: 2 });
    expect(added()).toEqual([0, 2, 0, 0]);
    await workFor(6);
    expect(added()).toEqual([0, 3, 1, 0]);
    await workFor(70);
    expect(added()).toEqual([0, 4, 2, 1]);
    isDown = false;
  });
});

describe('work whose messages are lost', () => {
  it('is reported by every sweep that finds it, with its waiting time', async () => {
    const id = await newRequest();
    await command('approve-request', { id });
    const overdue = () =>
      metricLines().flatMap(({ kind, OverdueSeconds }) => (kind === storeWork.name ? [OverdueSeconds] : []));
    const before = overdue().length;
    queue().lose();
    pass(600);
    await workFor(1);
    const [seconds] = overdue().slice(before).filter(Boolean).map(Number);
    expect(seconds).toBeGreaterThanOrEqual(600);
    expect(seconds).toBeLessThan(720);
  });
});
