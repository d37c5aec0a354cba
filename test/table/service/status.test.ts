/** The operators' overview of a stage. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sweepWith } from '../../../functions/sweep/handler.ts';
import type { WorkQueueName } from '../../../infra/queues/work-queues.ts';
import { reviewWork } from '../../../shared/distribution/work/review-work.ts';
import { storeWork } from '../../../shared/distribution/work/store-work.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { dueAt, dueShardOf, dueShards, lastSweepKey } from '../../../shared/kit/work/due.ts';
import { kindsOfWork } from '../../../shared/service/kinds-of-work.ts';
import { publishChanges } from '../../../shared/service/publish-changes.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { newRelease, request } from '../../support/distribution/release.ts';
import { command } from '../../support/distribution/stores.ts';
import { pass } from '../../support/fold-list.ts';
import { CHANGE_DEAD_LETTERS, deadLettersOf } from '../../support/planned-queues.ts';
import { TestQueues } from '../../support/queues.ts';
import { withTable } from '../../support/table.ts';

withTable();
const table = new Table();
let queues: TestQueues;
let ada: Person;
beforeAll(async () => {
  queues = await new TestQueues(() => new Date()).start();
  process.env['CHANGE_DEAD_LETTER_URL'] = queues.urlOf(CHANGE_DEAD_LETTERS);
  process.env['QUEUE_NAMES'] = namesOf(['Store']);
  ada = await newAdmin();
});
afterAll(() => queues.stop());

const STORE_DEAD = deadLettersOf('Store');
/** As the stage gives them to the function: the queue and its dead letters. */
const namesOf = (names: readonly WorkQueueName[]) =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, [name, deadLettersOf(name)]])));
const send = (...names: readonly string[]) => {
  for (const name of names) queues.queue(name).send({ body: '{}' });
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into the parts of the result.
const status = async (): Promise<any> => command('status', {});
const workOf = async (kind: string) =>
  (await status()).work.find((each: { kind: string }) => each.kind === kind);
const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
const delivering = (deliveryId: string) => ({ deliveryId, ownerId: ada.userId });

it('status shows an idle stage', async () => {
  const shown = await status();
  expect(shown).toMatchObject({ 'last-sweep': null, 'all-counted': true });
  expect(shown.queues).toEqual([
    { queue: 'Store', waiting: 0, delayed: 0, 'in-flight': 0, 'dead-letters': 0 },
    { queue: 'Change', 'dead-letters': 0 },
  ]);
  expect(shown.work).toContainEqual({
    kind: 'store-delivery',
    waiting: 0,
    running: 0,
    scheduled: 0,
    failing: 0,
    stopped: 0,
    'oldest-waiting': null,
  });
});

it('status shows work by kind and state, even after the sweep has sent its messages', async () => {
  const oldest = at(-300);
  const claimed = { ...storeWork.first(delivering('3'), at(-10)), claimedUntil: at(30).toISOString() };
  const rows = [
    storeWork.first(delivering('1'), oldest),
    storeWork.first(delivering('2'), at(-5)),
    claimed,
    storeWork.first(delivering('4'), at(600)),
    storeWork.first(delivering('5'), at(86_400)),
    reviewWork.first({ requestId: '6', ownerId: ada.userId }, at(60)),
  ];
  await table.commit(rows.map((put) => ({ put })));
  const expected = {
    kind: 'store-delivery',
    waiting: 2,
    running: 1,
    scheduled: 2,
    failing: 0,
    stopped: 0,
    'oldest-waiting': oldest.toISOString(),
  };
  expect(await workOf('store-delivery')).toEqual(expected);
  expect(await workOf('request-review')).toMatchObject({ waiting: 0, scheduled: 1 });
  const now = new Date();
  await sweepWith(() => now)({}, { getRemainingTimeInMillis: () => 50_000 });
  expect(await workOf('store-delivery')).toEqual(expected);
  const shown = await status();
  expect(shown['last-sweep']).toEqual({
    at: now.toISOString(),
    'duration-ms': expect.any(Number),
    'messages-sent': { 'store-delivery': 2 },
    faults: 0,
  });
  expect(shown.queues[0]).toMatchObject({ waiting: 2, delayed: 0 });
});

it('status distinguishes kinds of work by the keys of their rows', async () => {
  const counts = async () => (await status()).work.map(({ scheduled }: { scheduled: number }) => scheduled);
  const before = await counts();
  const far = at(7200);
  const keys = kindsOfWork.map(({ key }) => key('77#78#79'));
  const isFirst = keys.map(
    (key, at) => keys.findIndex(({ pk, sk }) => pk === key.pk && sk === key.sk) === at,
  );
  const rows = keys
    .filter((_, at) => isFirst[at])
    .map((key) => ({
      ...key,
      dueShard: dueShardOf(key),
      dueAt: dueAt(far, key),
    }));
  await table.putMany(rows);
  // Deliveries and their transfers follow each other in the same row.
  expect(await counts()).toEqual(before.map((count: number, at: number) => count + Number(isFirst[at])));
  await table.deleteMany(rows);
});

it('status shows messages and dead letters', async () => {
  queues.lose();
  send('Store', STORE_DEAD, STORE_DEAD, CHANGE_DEAD_LETTERS);
  queues.queue('Store').send({ body: '{}', delaySeconds: 60 });
  expect((await status()).queues).toEqual([
    { queue: 'Store', waiting: 1, delayed: 1, 'in-flight': 0, 'dead-letters': 2 },
    { queue: 'Change', 'dead-letters': 1 },
  ]);
  for (const name of ['Store', STORE_DEAD, CHANGE_DEAD_LETTERS]) queues.queue(name).purge();
});

it('status shows given-up work by kind with its remedy', async () => {
  expect((await status())['given-up']).toEqual([]);
  const names = process.env['QUEUE_NAMES'];
  process.env['QUEUE_NAMES'] = namesOf(['Store', 'Webhook', 'Matching']);
  const others = [deadLettersOf('Webhook'), deadLettersOf('Matching'), CHANGE_DEAD_LETTERS];
  send(STORE_DEAD, STORE_DEAD, ...others);
  expect((await status())['given-up']).toEqual([
    { kind: 'store-delivery', 'dead-letters': 2, repair: 'redrive-work Store' },
    { kind: 'webhook-event, webhook-recovery', 'dead-letters': 1, repair: 'redrive-webhooks' },
    {
      kind: 'track-matching, release-indexing, sound-indexing',
      'dead-letters': 1,
      repair: 'redrive-work Matching',
    },
    { kind: 'changes of the table', 'dead-letters': 1, repair: 'redrive-changes' },
  ]);
  process.env['QUEUE_NAMES'] = names;
  for (const name of [STORE_DEAD, ...others]) queues.queue(name).purge();
});

it('status shows the request waiting longest for review', async () => {
  const first = await request(ada, (await newRelease(ada)).album);
  await request(ada, (await newRelease(ada)).album);
  expect((await status()).records).toContainEqual({
    what: 'requests to review',
    count: 2,
    oldest: first,
    since: expect.stringMatching(/^\d{4}-/),
  });
});

describe('the stream', () => {
  const startedAt = Date.now();
  const secondsAgo = (seconds: number) => new Date(startedAt - seconds * 1000);
  const streamed = (dynamodb: object) => ({ Records: [{ dynamodb }] }) as never;
  const seconds = Math.floor(startedAt / 1000);

  it('lags by the sweeps not yet published', async () => {
    const swept = async (now: Date) => {
      await sweepWith(() => now)({}, { getRemainingTimeInMillis: () => 50_000 });
      return now.toISOString();
    };
    const sweptAt = await swept(secondsAgo(120));
    const NewImage = marshall((await table.get(lastSweepKey)) ?? {});
    // Only rows with this attribute reach the function.
    expect(NewImage).toHaveProperty('causes');
    const { pk, sk } = NewImage;
    const records = streamed({ SequenceNumber: '1', Keys: { pk, sk }, NewImage });
    expect(await publishChanges(records)).toEqual({ batchItemFailures: [] });
    expect((await status()).stream).toMatchObject({ 'published-up-to': sweptAt, 'behind-seconds': 0 });
    await swept(secondsAgo(30));
    expect((await status()).stream).toMatchObject({ 'published-up-to': sweptAt, 'behind-seconds': 90 });
  });

  it('shows a failing change with attempts and reason until it is given up', async () => {
    const Keys = { pk: { S: 'strangers#1' }, sk: { S: '#' } };
    const poison = { Keys, NewImage: { ...Keys, causes: { S: 'strangers' } } };
    const failing = { SequenceNumber: '17', ApproximateCreationDateTime: seconds, ...poison };
    for (let attempt = 1; attempt <= 3; attempt++) await publishChanges(streamed(failing));
    const { stream } = await status();
    expect(stream.failing).toEqual([
      {
        change: '17',
        row: expect.stringMatching(/^strangers#\S+ /),
        'written-at': new Date(seconds * 1000).toISOString(),
        attempts: 3,
        'last-attempt': expect.stringMatching(/^\d{4}-/),
        reason: expect.stringContaining('strangers'),
        'set-aside': false,
      },
    ]);
    const waiting = Object(await command('list-waiting', {}));
    expect(waiting.items).toContainEqual({
      what: 'failing change',
      id: '17',
      since: new Date(seconds * 1000).toISOString(),
      about: expect.stringMatching(/^strangers#\S+ .*strangers/),
      resolve: 'docs/runbook.md#changes-given-up',
    });
    pass(200);
    expect((await status()).stream.failing).toEqual([]);
    vi.useRealTimers();
  });
});

it('status reads a limited amount of due work, and says so', async () => {
  const [dueShard = ''] = dueShards;
  const later = (place: number) => `${at(7200).toISOString()}#${place}`;
  await table.putMany(
    Array.from({ length: 1001 }, (_, place) => ({
      ...storeWork.key(`9${place}`),
      dueShard,
      dueAt: later(place),
    })),
  );
  const { work, 'all-counted': isWhole } = await status();
  const { scheduled } = work.find(({ kind }: { kind: string }) => kind === 'store-delivery');
  expect({ isWhole, isLimited: scheduled <= 1002 }).toEqual({ isWhole: false, isLimited: true });
});
