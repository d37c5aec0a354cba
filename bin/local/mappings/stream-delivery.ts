/** Delivers a batch of stream records. After a failure, retries from the lowest one or bisects the batch. */
import { randomUUID } from 'node:crypto';
import { until } from '../host/clock.ts';
import type { StreamRecord } from '../observed/stream-record.ts';
import { failedItems } from './batch-response.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { MappingDependencies, PlannedMapping } from './mapping.ts';

export interface StreamDelivery extends MappingDependencies {
  readonly checkpoints: Checkpoints;
  readonly signal: AbortSignal;
  readonly shard: string;
}

type Batch = readonly StreamRecord[];

const FIRST_PAUSE_MILLISECONDS = 100;
const MAX_PAUSE_MILLISECONDS = 10_000;

/** Resolves once every record is processed or given up on, or the signal is aborted. */
export async function deliverBatch(
  mapping: PlannedMapping,
  batch: Batch,
  delivery: StreamDelivery,
): Promise<void> {
  const { clock, signal } = delivery;
  /** Parts of the batch, in order, each with the number of failures of its first record. */
  const parts = [{ records: batch, failures: 0 }];
  for (let part = parts.shift(); part && !signal.aborted; part = parts.shift()) {
    const { records, failures } = part;
    const done = await countProcessed(mapping, records, delivery);
    if (signal.aborted) return;
    if (done > 0) advance(records.slice(0, done), delivery);
    const rest = records.slice(done);
    if (rest.length === 0) continue;
    const failed = { records: rest, failures: done > 0 ? 1 : failures + 1 };
    const { MaximumRetryAttempts: retries } = mapping.properties;
    if (retries >= 0 && failed.failures > retries)
      giveUp(mapping, rest, { ...delivery, invocations: failed.failures });
    // Bisected only if nothing was processed. Otherwise, the failed record is the first of the rest.
    else if (done === 0 && mapping.properties.BisectBatchOnFunctionError && rest.length > 1)
      parts.unshift(...halves(rest, failures));
    else {
      parts.unshift(failed);
      await until(clock, clock.now() + pauseAfter(failed.failures), signal);
    }
  }
}

/** @returns how many records were processed, which are those before the lowest failed one. */
async function countProcessed(
  { properties }: PlannedMapping,
  records: Batch,
  { runtime, clock, observe }: StreamDelivery,
): Promise<number> {
  const startedAt = clock.now();
  const outcome = await runtime.invoke(properties.FunctionName, JSON.stringify({ Records: records }));
  const items = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const failed = failedItems(outcome, {
    items,
    reportsItems: properties.FunctionResponseTypes !== undefined,
  });
  const lowest = items.findIndex((item) => failed.has(item));
  const done = lowest === -1 ? records.length : lowest;
  observe({ is: 'delivered', records, done, functionArn: properties.FunctionName, outcome, startedAt });
  return done;
}

function advance(records: Batch, { checkpoints, shard }: StreamDelivery): void {
  const last = records.at(-1);
  if (last) checkpoints.set(shard, last.dynamodb.SequenceNumber);
}

/** Bisecting does not count as a retry. */
function halves(records: Batch, failures: number) {
  const middle = Math.ceil(records.length / 2);
  return [
    { records: records.slice(0, middle), failures },
    { records: records.slice(middle), failures },
  ];
}

function giveUp(
  { properties }: PlannedMapping,
  records: Batch,
  delivery: StreamDelivery & { invocations: number },
): void {
  const destination = properties.DestinationConfig?.OnFailure.Destination;
  const queue = destination && delivery.queues.find(destination);
  delivery.state.transaction(() => {
    if (queue)
      queue.send({ body: JSON.stringify(failureRecord(properties.FunctionName, records, delivery)) });
    advance(records, delivery);
  });
  delivery.observe({ is: 'given-up', records, queue: queue ? queue.name : undefined });
}

/** Lambda sends the position of the records to the failure destination, not their content. */
function failureRecord(
  functionArn: string,
  records: Batch,
  { shard, invocations, clock }: StreamDelivery & { invocations: number },
): object {
  const first = records[0];
  const last = records.at(-1);
  const isoTime = (record: StreamRecord | undefined) =>
    new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn,
      condition: 'RetryAttemptsExhausted',
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
  Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (failures - 1), MAX_PAUSE_MILLISECONDS);
