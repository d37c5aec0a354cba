/** Runs work in one process: real functions, a real table, queues and a bus over HTTP, and the test's clock. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { handler as publishChanges } from '../../functions/publish-changes/handler.ts';
import { sweepWith } from '../../functions/sweep/handler.ts';
import { type WorkQueueName, workQueues } from '../../infra/queues/work-queues.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../../shared/kit/table/causes.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { queueVariable } from '../../shared/kit/work/work-queue.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { allowTime, sendUnsigned, startTable } from '../support/table.ts';
import { dueAmong, dueRows } from './due-places.ts';
import { type BUS, type QueuedMessage, startWire, type Wire } from './wire.ts';

type Consumer = (event: SQSEvent) => Promise<SQSBatchResponse>;

interface WorkStage {
  /** By queue. Messages of other queues are not processed. */
  readonly consumers: Readonly<Partial<Record<WorkQueueName | typeof BUS, Consumer>>>;
  readonly visibilitySeconds: number;
  readonly settings?: Partial<Settings>;
  readonly placesPerOwner?: number;
  /** Gives the table a stream. */
  readonly streams?: true;
  /** Instead of those of the tree. */
  readonly publishChanges?: typeof publishChanges;
  readonly sweep?: ReturnType<typeof sweepWith>;
}

let clock = 0;
let wire: Wire;
let stage: WorkStage;

export const now = (): Date => new Date(clock);
export const queue = (): Wire => wire;

/** Starts everything for the tests of a file. */
export function useWorkStage(options: WorkStage): void {
  stage = options;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    clock = Date.now();
    const settings = { tokenLifetimeSeconds: 365 * 86_400, ...options.settings };
    stop = await startTable(settings, { streams: options.streams ?? false });
    sendUnsigned();
    allowTime();
    wire = await startWire(now);
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_SQS: wire.url,
      AWS_ENDPOINT_URL_EVENTBRIDGE: wire.url,
      BUS_NAME: 'bus',
      PLACES_PER_OWNER: String(options.placesPerOwner ?? 100),
    });
    for (const each of workQueues) process.env[queueVariable(each)] = `${wire.url}/000000000000/${each.name}`;
  });
  afterEach(() => {
    wire.isDown = false;
    wire.messages.length = 0;
  });
  afterAll(async () => {
    wire.stop();
    await stop();
    vi.useRealTimers();
  });
}

/** Advances the clock, including the API's, without processing anything. */
export function pass(seconds: number): void {
  clock += seconds * 1000;
  vi.setSystemTime(clock);
}

/** The stream record of a row's change. */
export const change = (NewImage: Item, OldImage?: Item, SequenceNumber = '1') => ({
  eventName: OldImage ? ('MODIFY' as const) : ('INSERT' as const),
  dynamodb: {
    SequenceNumber,
    NewImage: marshall(NewImage) as never,
    ...(OldImage && { OldImage: marshall(OldImage) as never }),
  },
});

/** Passes a row that makes work due to publish-changes. @throws Error if the row does not exist. */
export async function announceRow(key: Key): Promise<void> {
  const row = await new Table().get(key);
  if (!row) throw new Error(`There is no row ${key.pk} ${key.sk}.`);
  expect(await publish([change(row)])).toEqual({ batchItemFailures: [] });
}

/** Passes changes to publish-changes. */
export const publish = (Records: readonly unknown[]) =>
  (stage.publishChanges ?? publishChanges)({ Records } as Parameters<typeof publishChanges>[0]);

/**
 * Processes messages until none is visible. A message that fails becomes visible again later.
 * @param copies how many copies of each message are processed, all concurrently.
 * @returns how many messages there were.
 */
export async function settle(copies = 1): Promise<number> {
  for (let count = 0; ; ) {
    const [first] = visible();
    if (!first) return count;
    const batch = visible()
      .filter((each) => each.queue === first.queue)
      .slice(0, 10);
    count += batch.length;
    await processBatch(batch, copies);
  }
}

/**
 * Passes rows of new work that is due to publish-changes, as the stream does. Only the sweep starts other work again.
 * @param started the places of rows that were passed before. @returns whether there were others.
 */
export async function startNewWork(started = new Set<string>()): Promise<boolean> {
  const due = dueAmong(await dueRows(), now()).filter(({ dueAt }) => !started.has(dueAt));
  if (due.length === 0) return false;
  for (const { dueAt } of due) started.add(dueAt);
  const keys = due.map(({ key }) => key);
  const rows = (await new Table().getMany(keys, true)).filter((row) => row[CAUSE_ATTRIBUTE] === WORK_CAUSE);
  expect(await publish(rows.map((row) => change(row)))).toEqual({ batchItemFailures: [] });
  return true;
}

/** Processes messages and starts the new work that follows, until there is none. */
export async function settleAll(): Promise<void> {
  const started = new Set<string>();
  do await settle();
  while (await startNewWork(started));
}

/** Messages that functions have received and not processed become visible again. */
export function redeliver(): void {
  for (const message of wire.messages) if (message.receives > 0) message.visibleAt = clock;
}

const consumerOf = ({ queue: name }: QueuedMessage): Consumer | undefined =>
  // Messages that tests add to the only queue do not name it.
  name === undefined
    ? Object.values(stage.consumers)[0]
    : stage.consumers[name as keyof typeof stage.consumers];

const visible = (): QueuedMessage[] =>
  wire.messages.filter((message) => message.visibleAt <= clock && consumerOf(message));

async function processBatch(batch: readonly QueuedMessage[], copies: number): Promise<void> {
  const [first] = batch;
  const consumer = first && consumerOf(first);
  if (!consumer) return;
  for (const message of batch) {
    message.visibleAt = clock + stage.visibilitySeconds * 1000;
    message.receives += 1;
  }
  const Records = batch.flatMap(({ body }, index) =>
    Array.from({ length: copies }, () => ({ body, messageId: String(index) }) as SQSRecord),
  );
  const { batchItemFailures } = await consumer({ Records });
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)));
  const done = batch.filter((_, index) => !failed.has(index));
  for (const message of done) {
    const place = wire.messages.indexOf(message);
    // A copy that became visible during the work can have been processed first.
    if (place >= 0) wire.messages.splice(place, 1);
  }
}

const sweeper = sweepWith(now);

export const sweep = (): Promise<void> =>
  (stage.sweep ?? sweeper)({}, { getRemainingTimeInMillis: () => 40_000 });

/** @returns whether the sweep would find anything. */
export const isSweepDue = async (): Promise<boolean> => dueAmong(await dueRows(), now()).length > 0;

/**
 * Lets minutes pass in which the sweep would find nothing and no message is visible.
 * @param minutes the maximum. @returns how many have passed.
 */
export async function passIdleMinutes(minutes: number): Promise<number> {
  if (minutes <= 0 || visible().length > 0) return 0;
  const rows = await dueRows();
  let passed = 0;
  while (passed < minutes && visible().length === 0 && dueAmong(rows, now()).length === 0) {
    pass(60);
    passed += 1;
  }
  return passed;
}

/** Advances the clock by minutes, with a sweep in each that has due work, and processes all messages. */
export async function run(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; ) {
    passed += await passIdleMinutes(minutes - passed);
    if (passed < minutes) {
      await sweep();
      await settle();
      pass(60);
      passed += 1;
    }
    await settle();
  }
}
