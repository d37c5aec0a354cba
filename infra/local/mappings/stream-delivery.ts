/** Delivers one batch of stream records: retried from the lowest that failed, halved if the mapping says so, in the end given up on. */
import { randomUUID } from 'node:crypto';
import type { StreamRecord } from '../dynamodb/stream-reader.ts';
import { until } from '../host/clock.ts';
import { failedItems } from './batch-response.ts';
import type { PlannedMapping } from './mapping.ts';
import type { Following } from './stream-mapping.ts';

export interface Delivering extends Following {
  readonly shard: string;
}

type Batch = readonly StreamRecord[];
type Reason = 'RetryAttemptsExhausted' | 'RecordAgeExceeded';

const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 10_000;

/** Returns once every record was processed or given up on, or the stage stops. */
export async function deliverBatch(
  mapping: PlannedMapping,
  batch: Batch,
  delivering: Delivering,
): Promise<void> {
  const { clock, signal } = delivering;
  /** Parts of the batch, in order, with how often the first record of each has failed. */
  const parts = [{ records: batch, failures: 0 }];
  for (let part = parts.shift(); part && !signal.aborted; part = parts.shift()) {
    const { records, failures } = part;
    const done = await countProcessed(mapping, records, delivering);
    if (signal.aborted) return;
    if (done > 0) passed(records.slice(0, done), delivering);
    const rest = records.slice(done);
    if (rest.length === 0) continue;
    const failed = { records: rest, failures: done > 0 ? 1 : failures + 1 };
    const reason = reasonToGiveUp(mapping, failed, clock.now());
    if (reason) giveUp(mapping, rest, { ...delivering, reason, invocations: failed.failures });
    // Only a batch that failed as a whole does not say where the fault is.
    else if (done === 0 && mapping.properties.BisectBatchOnFunctionError && rest.length > 1)
      parts.unshift(...halves(rest, failures));
    else {
      parts.unshift(failed);
      await until(clock, clock.now() + pauseAfter(failed.failures), signal);
    }
  }
}

/** @returns how many records at the start of the batch are done with: all before the lowest that failed. */
async function countProcessed(
  { properties }: PlannedMapping,
  records: Batch,
  { runtime }: Delivering,
): Promise<number> {
  const outcome = await runtime.invoke(properties.FunctionName, JSON.stringify({ Records: records }));
  const items = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const failed = failedItems(outcome, {
    items,
    reportsItems: properties.FunctionResponseTypes !== undefined,
  });
  const lowest = items.findIndex((item) => failed.has(item));
  return lowest === -1 ? records.length : lowest;
}

function passed(records: Batch, { checkpoints, shard }: Delivering): void {
  const last = records.at(-1);
  if (last) checkpoints.set(shard, last.dynamodb.SequenceNumber);
}

/** Halving is not a retry, so it does not count as one. */
function halves(records: Batch, failures: number) {
  const middle = Math.ceil(records.length / 2);
  return [
    { records: records.slice(0, middle), failures },
    { records: records.slice(middle), failures },
  ];
}

function reasonToGiveUp(
  { properties }: PlannedMapping,
  { records, failures }: { records: Batch; failures: number },
  now: number,
): Reason | undefined {
  const { MaximumRetryAttempts: retries, MaximumRecordAgeInSeconds: age } = properties;
  const [first] = records;
  const isOld = age >= 0 && first && first.dynamodb.ApproximateCreationDateTime + age < now / 1000;
  if (isOld) return 'RecordAgeExceeded';
  return retries >= 0 && failures > retries ? 'RetryAttemptsExhausted' : undefined;
}

function giveUp(
  { properties }: PlannedMapping,
  records: Batch,
  delivering: Delivering & { reason: Reason; invocations: number },
): void {
  const destination = properties.DestinationConfig?.OnFailure.Destination;
  const queue = destination && delivering.queues.find(destination);
  delivering.state.transaction(() => {
    if (queue) queue.send({ body: JSON.stringify(obituary(properties.FunctionName, records, delivering)) });
    passed(records, delivering);
  });
}

/** What Lambda sends to a failure destination: where the records are, not what is in them. */
function obituary(
  functionArn: string,
  records: Batch,
  { shard, reason, invocations, clock }: Delivering & { reason: Reason; invocations: number },
): object {
  const [first, last] = [records[0], records.at(-1)];
  const isoTime = (record: StreamRecord | undefined) =>
    new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn,
      condition: reason,
      approximateInvokeCount: invocations,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date(clock.now()).toISOString(),
    DDBStreamBatchInfo: {
      shardId: shard,
      startSequenceNumber: first?.dynamodb.SequenceNumber,
      endSequenceNumber: last?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: isoTime(first),
      approximateArrivalOfLastRecord: isoTime(last),
      batchSize: records.length,
      streamArn: first?.eventSourceARN,
    },
  };
}

const pauseAfter = (failures: number) =>
  Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (failures - 1), LONGEST_PAUSE_MILLISECONDS);
