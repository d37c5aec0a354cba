/** Feeds a function from a table's stream, one batch after the other: no record is delivered before the ones ahead of it. */
import { type EngineCall, EngineError } from '../dynamodb/engine-call.ts';
import { StreamReader, type StreamRecord } from '../dynamodb/stream-reader.ts';
import type { LiveTable } from '../dynamodb/table.ts';
import { until } from '../host/clock.ts';
import { openCheckpoints } from './checkpoints.ts';
import { compileFilters } from './filter.ts';
import type { Mapping, MappingDependencies, PlannedMapping } from './mapping.ts';
import { deliverBatch, type StreamDelivery } from './stream-delivery.ts';

interface StreamDependencies extends MappingDependencies {
  readonly call: EngineCall;
}

const DEFAULT_BATCH_SIZE = 100;
const MAX_RECORDS = 1000;
/** Lambda polls four times a second. Polling costs nothing here. */
const POLL_MILLISECONDS = 100;

export interface StreamMapping extends Mapping {
  /** The sequence number up to which the mapping has processed the stream. */
  position(): string | undefined;
}

export function startStreamMapping(
  mapping: PlannedMapping,
  { streamArn: arn, engineStreamArn: engineArn }: LiveTable,
  { call, ...dependencies }: StreamDependencies,
): StreamMapping {
  const { properties, logicalId } = mapping;
  const { StartingPosition: startingPosition } = properties;
  if (!engineArn || !startingPosition)
    throw new Error(`${logicalId}: a stream mapping needs a stream and a StartingPosition.`);
  const ending = new AbortController();
  const checkpoints = openCheckpoints(dependencies.state, `${logicalId} ${engineArn}`);
  const stream = { arn, engineArn, startingPosition, checkpoint: checkpoints.get };
  const reader = new StreamReader(call, stream);
  const ended = follow(mapping, reader, { ...dependencies, checkpoints, signal: ending.signal });
  return {
    position: () => checkpoints.get(reader.shard),
    async end() {
      ending.abort();
      await ended;
    },
  };
}

async function follow(
  mapping: PlannedMapping,
  reader: StreamReader,
  delivery: Omit<StreamDelivery, 'shard'>,
): Promise<void> {
  const { clock, signal, checkpoints } = delivery;
  const {
    FilterCriteria,
    BatchSize: size = DEFAULT_BATCH_SIZE,
    MaximumBatchingWindowInSeconds,
  } = mapping.properties;
  const matches = compileFilters(FilterCriteria);
  let hasWaited = MaximumBatchingWindowInSeconds === 0;
  while (!signal.aborted) {
    const read = await reader.read(MAX_RECORDS).catch(noRecords);
    const wanted = read.filter(matches);
    const last = read.at(-1);
    if (!last) {
      await until(clock, clock.now() + POLL_MILLISECONDS, signal);
    } else if (wanted.length > 0 && wanted.length < size && !hasWaited) {
      await until(clock, clock.now() + MaximumBatchingWindowInSeconds * 1000, signal);
      hasWaited = true;
      reader.rewind();
    } else {
      hasWaited = MaximumBatchingWindowInSeconds === 0;
      for (let start = 0; start < wanted.length && !signal.aborted; start += size) {
        await deliverBatch(mapping, wanted.slice(start, start + size), {
          ...delivery,
          shard: reader.shard,
        });
      }
      if (!signal.aborted) checkpoints.set(reader.shard, last.dynamodb.SequenceNumber);
    }
  }
}

/** The engine is busy, or ending with the stage. The records are read later. */
function noRecords(error: unknown): StreamRecord[] {
  const isFromEngine = error instanceof EngineError || (error instanceof Error && 'code' in error);
  if (isFromEngine) return [];
  throw error;
}
