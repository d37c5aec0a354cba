/** Follows the table's stream, so that changes cause work and events. Requires `streams` of useWorkStage. */
import { engineCall } from '../../bin/local/dynamodb/engine-call.ts';
import { StreamReader } from '../../bin/local/dynamodb/stream-reader.ts';
import type { StreamRecord } from '../../bin/local/observed/stream-record.ts';
import { CAUSE_ATTRIBUTE } from '../../shared/kit/table/causes.ts';
import { isEvent, type TestQueues } from '../support/queues.ts';
import { isSweepDue, pass, passIdleMinutes, publish, queue, settle, sweep } from './work-stage.ts';

interface Following {
  /** Of the stage with this queue. */
  readonly queues: TestQueues;
  readonly reader: StreamReader;
  waiting: StreamRecord[];
}

let following: Following | undefined;

async function startReader(): Promise<StreamReader> {
  const call = engineCall(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
  const { Table } = (await call('DynamoDB_20120810.DescribeTable', { TableName: 'table' })) as {
    Table: { LatestStreamArn: string };
  };
  const arn = Table.LatestStreamArn;
  return new StreamReader(call, { arn, engineArn: arn, checkpoint: () => undefined });
}

/** Matches the filter of the stage's event source mapping. */
const isCause = ({ dynamodb }: StreamRecord): boolean =>
  CAUSE_ATTRIBUTE in ((dynamodb['NewImage'] as object | undefined) ?? {});

const BATCH = 100;
const RECORDS_PER_READ = 1000;

async function readStream(): Promise<Following> {
  if (following?.queues !== queue())
    following = { queues: queue(), reader: await startReader(), waiting: [] };
  let records: StreamRecord[];
  do {
    records = await following.reader.read(RECORDS_PER_READ);
    following.waiting.push(...records.filter(isCause));
    // The engine has a single shard, and leaves records for the next read only when there are too many.
  } while (records.length === RECORDS_PER_READ);
  return following;
}

/** Ignores all changes until now. */
export async function skipStream(): Promise<void> {
  (await readStream()).waiting = [];
}

/** @returns a function that makes the changes that are not yet passed the next ones again, and ignores all others. */
export async function saveStream(): Promise<() => Promise<void>> {
  const waiting = [...(await readStream()).waiting];
  return async () => {
    (await readStream()).waiting = [...waiting];
  };
}

/**
 * Passes new changes to publish-changes. The next call repeats the changes that it rejects.
 * @param replayed passes every change twice.
 */
export async function followStream({ replayed = false } = {}): Promise<void> {
  const stream = await readStream();
  while (stream.waiting.length > 0) {
    const batch = stream.waiting.slice(0, BATCH);
    if (replayed) await publish(batch);
    const { batchItemFailures } = await publish(batch);
    const failed = batchItemFailures[0]?.itemIdentifier;
    const reached = batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failed);
    stream.waiting = stream.waiting.slice(failed === undefined ? batch.length : Math.max(reached, 0));
    if (failed !== undefined) return;
  }
}

interface Manner {
  readonly replayed?: boolean;
  readonly copies?: number;
}

/** Follows the stream and processes messages until none are left. */
export async function work({ replayed = false, copies = 1 }: Manner = {}): Promise<void> {
  for (let round = 0; round < 50; round++) {
    await followStream({ replayed });
    if ((await settle(copies)) === 0) return;
  }
  throw new Error('The work does not end.');
}

/** Lets minutes pass, with a sweep in each that has due work. */
export async function workFor(minutes: number, manner: Manner = {}): Promise<void> {
  for (let passed = 0; passed < minutes; ) {
    if (await isSweepDue()) await sweep();
    await work(manner);
    pass(60);
    passed += 1 + (await passIdleMinutes(minutes - passed - 1));
  }
  await work(manner);
}

/** The events that the bus has sent to the queue of webhooks, including duplicates. */
export const eventsOnBus = <E>(): E[] =>
  queue()
    .messages.filter(isEvent)
    .map(({ body }): E => JSON.parse(body).detail);
