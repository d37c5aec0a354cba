/** Functions whose clocks differ by minutes. Work may wait that long; it is neither lost nor done twice. */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { sweepWith } from '../../functions/sweep/handler.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { everyThird } from '../support/long-run.ts';
import { toldOnce } from './distribution.ts';
import { dueAmong, dueRows } from './due-places.ts';
import { work } from './stream-stage.ts';
import { now, pass, useWorkStage } from './work-stage.ts';

const SKEW_SECONDS = 300;

/** Seconds by which the clock of each function is ahead. */
let ahead = { reviewer: 0, deliverer: 0, sweep: 0 };
const clockOf = (name: keyof typeof ahead) => () => new Date(now().getTime() + ahead[name] * 1000);

const deliverer = delivererWith({ now: clockOf('deliverer'), random: () => 0.5, storeFor });
const exactDeliverer = delivererWith({ now, random: () => 0.5, storeFor });

/** The second of two copies of a message gets the function with the exact clock. */
async function deliver({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const copies = Map.groupBy(Records, ({ messageId }) => messageId);
  const of = (place: number) => [...copies.values()].flatMap((each) => each[place] ?? []);
  const outcomes = await Promise.all([deliverer({ Records: of(0) }), exactDeliverer({ Records: of(1) })]);
  return { batchItemFailures: outcomes.flatMap(({ batchItemFailures }) => batchItemFailures) };
}

useWorkStage({
  consumers: { Review: reviewerWith({ now: clockOf('reviewer') }), Store: deliver },
  settings: { qaMode: 'auto', qaWaitSeconds: 0, sandboxReportSeconds: 2 },
  streams: true,
});

let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
  await command('set-store', { 'dsp-id': '2', behavior: 'flaky' });
});
beforeEach(() => {
  ahead = { reviewer: 0, deliverer: 0, sweep: 0 };
});

const sweeper = sweepWith(clockOf('sweep'));

/**
 * Lets minutes pass, with a sweep in each that has due work.
 * @param copies of each message that functions get concurrently.
 */
async function workFor(minutes: number, copies: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    const due = dueAmong(await dueRows(), clockOf('sweep')());
    if (due.length > 0) await sweeper({}, { getRemainingTimeInMillis: () => 40_000 });
    await work({ copies });
    pass(60);
    await work({ copies });
  }
}

const functions = ['reviewer', 'deliverer', 'sweep'] as const;
const cases = functions.flatMap((name) => [
  [name, 'ahead', SKEW_SECONDS] as const,
  [name, 'behind', -SKEW_SECONDS] as const,
]);

describe.each([
  ['one copy', 1, everyThird(cases, 1)],
  ['two copies', 2, everyThird(cases, 0)],
] as const)('releases with %s of each message', (_copies, copies, ofCopies) => {
  it.each(ofCopies)('are delivered once despite a %s whose clock is minutes %s', async (name, _, seconds) => {
    ahead = { ...ahead, [name]: seconds };
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '2'], track: { 'isrc-code': null } });
    const id = await request(ada, album);
    await work({ copies });
    await workFor(3 * (SKEW_SECONDS / 60), copies);
    expect(await command('show-request', { id })).toMatchObject({
      status: 'sent',
      deliveries: [
        { dsp: '1', status: 'sent', report: 'completed' },
        { dsp: '2', status: 'sent', report: null },
      ],
    });
    expect(toldOnce(album)).toEqual([
      'album.status_changed approved -> delivered',
      'album.status_changed draft -> in_review',
      'album.status_changed in_review -> approved',
      'delivery.created sent',
      'delivery.created sent',
      'distribution_request.status_changed null -> pending',
      'distribution_request.status_changed pending -> sent',
      'store_delivery.completed 1',
      'store_delivery.sent 1',
      'store_delivery.sent 2',
    ]);
  });
});
