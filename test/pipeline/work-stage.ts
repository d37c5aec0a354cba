/** Runs work in one process: real functions, a real table, the local stage's queues and bus, and the test's clock. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { failedItems } from '../../bin/local/mappings/batch-response.ts';
import { recordOf } from '../../bin/local/mappings/queue-record.ts';
import { handler as publishChanges } from '../../functions/publish-changes/handler.ts';
import { sweepWith } from '../../functions/sweep/handler.ts';
import type { WorkQueueName } from '../../infra/queues/work-queues.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../../shared/kit/table/causes.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { connectDirectly } from '../support/direct-calls.ts';
import { TestQueues } from '../support/queues.ts';
import { allowTime, openTable, startTable } from '../support/table.ts';
import { dueAmong, dueRows } from './due-places.ts';

type Consumer = (event: SQSEvent) => Promise<SQSBatchResponse>;

interface WorkStage {
  /** By queue. Messages of other queues are not processed. */
  readonly consumers: Readonly<Partial<Record<WorkQueueName, Consumer>>>;
  readonly settings?: Partial<Settings>;
  readonly slotsPerOwner?: number;
  /** What is started between the table and its first caller. */
  readonly withTable?: () => Promise<void>;
  /** Gives the table a stream. */
  readonly streams?: true;
  /** Instead of those of the tree. */
  readonly publishChanges?: typeof publishChanges;
  readonly sweep?: ReturnType<typeof sweepWith>;
}

let clock = 0;
let queues: TestQueues;
let stage: WorkStage;

export const now = (): Date => new Date(clock);
export const queue = (): TestQueues => queues;

/** Starts everything for the tests of a file. */
export function useWorkStage(options: WorkStage): void {
  stage = options;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    clock = Date.now();
    const settings = { tokenLifetimeSeconds: 365 * 86_400, ...options.settings };
    stop = await (options.streams ? startTable(settings, { streams: true }) : openTable(settings));
    allowTime();
    connectDirectly();
    await options.withTable?.();
    queues = await new TestQueues(now).start();
    process.env['SLOTS_PER_OWNER'] = String(options.slotsPerOwner ?? 100);
  });
  afterEach(() => {
    queues.isDown = false;
    queues.lose();
  });
  afterAll(async () => {
    queues.stop();
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

/**
 * Passes a row that makes work due to publish-changes, unless the work has ended since: the stream has only rows with a
 * cause. @throws Error if the row does not exist.
 */
export async function announceRow(key: Key): Promise<void> {
  const row = await new Table().get(key);
  if (!row) throw new Error(`There is no row ${key.pk} ${key.sk}.`);
  if (row[CAUSE_ATTRIBUTE] === undefined) return;
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
    const [first] = visibleIn();
    if (!first) return count;
    count += await processBatch(first, copies);
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
export const redeliver = (): void => queues.redeliver();

/** What can happen to a message whose function dies. */
export const fates = [
  { fate: 'redelivered', isLost: false },
  { fate: 'lost', isLost: true },
] as const;

/** After the death of a function, its messages are lost, or are received again when its claims have expired. */
export async function meetFate(isLost: boolean): Promise<void> {
  if (isLost) return queues.lose();
  pass(CLAIM_SECONDS);
  redeliver();
  await settle();
}

/** @returns the queues with visible messages, and a consumer. */
const visibleIn = (): WorkQueueName[] =>
  (Object.keys(stage.consumers) as WorkQueueName[]).filter((name) => queues.queue(name).counts().visible > 0);

const MAX_BATCH = 10;

/** @returns the number of messages. */
async function processBatch(name: WorkQueueName, copies: number): Promise<number> {
  const { arn } = queues.queue(name);
  const received = queues
    .queue(name)
    .receive({ max: MAX_BATCH })
    .map((message) => ({ ...message, record: recordOf(message, arn) }));
  const Records = received.flatMap(({ record }) => Array.from({ length: copies }, () => record));
  const result = await stage.consumers[name]?.({ Records } as unknown as SQSEvent);
  const items = received.map(({ id }) => id);
  const outcome = { isError: false, payload: JSON.stringify(result) };
  const failed = failedItems(outcome, { items, reportsItems: true });
  for (const { id, receiveCount } of received)
    if (!failed.has(id)) queues.queue(name).remove(id, receiveCount);
  return received.length;
}

const sweeper = sweepWith(now);

export const sweep = (remainingMs = 40_000): Promise<void> =>
  (stage.sweep ?? sweeper)({}, { getRemainingTimeInMillis: () => remainingMs });

/** @returns whether the sweep would find anything. */
export const isSweepDue = async (): Promise<boolean> => dueAmong(await dueRows(), now()).length > 0;

/**
 * Lets minutes pass in which the sweep would find nothing and no message is visible.
 * @param minutes the maximum. @returns how many have passed.
 */
export async function passIdleMinutes(minutes: number): Promise<number> {
  if (minutes <= 0 || visibleIn().length > 0) return 0;
  const rows = await dueRows();
  let passed = 0;
  while (passed < minutes && visibleIn().length === 0 && dueAmong(rows, now()).length === 0) {
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
