/** Feeds a function from a table's stream, one batch at a time, so that records stay in order. */
import { type EngineCall, EngineError } from '../dynamodb/engine-call.ts';
import { StreamReader } from '../dynamodb/stream-reader.ts';
import type { LiveTable } from '../dynamodb/table.ts';
import { compilePattern, type Matcher } from '../eventbridge/event-pattern.ts';
import { until } from '../host/clock.ts';
import type { StreamRecord } from '../observed/stream-record.ts';
import { openCheckpoints } from './checkpoints.ts';
import type { Mapping, MappingDependencies, PlannedMapping } from './mapping.ts';
import { deliverBatch, type StreamDelivery } from './stream-delivery.ts';

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
  { call, ...dependencies }: MappingDependencies & { readonly call: EngineCall },
): StreamMapping {
  const { properties, logicalId } = mapping;
  if (!engineArn || !properties.StartingPosition)
    throw new Error(`${logicalId}: a stream mapping needs a stream and a StartingPosition.`);
  const ending = new AbortController();
  const checkpoints = openCheckpoints(dependencies.state, `${logicalId} ${engineArn}`);
  const reader = new StreamReader(call, { arn, engineArn, checkpoint: checkpoints.get });
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
  const { clock, signal, checkpoints, observe } = delivery;
  const { FilterCriteria, BatchSize: size = DEFAULT_BATCH_SIZE } = mapping.properties;
  const matches = filterOf(FilterCriteria);
  while (!signal.aborted) {
    const read = await reader.read(MAX_RECORDS).catch(noRecords);
    const last = read.at(-1);
    if (!last) {
      await until(clock, clock.now() + POLL_MILLISECONDS, signal);
      continue;
    }
    observe({ is: 'read', records: read });
    const matching = read.filter(matches);
    for (let start = 0; start < matching.length && !signal.aborted; start += size) {
      const batch = matching.slice(start, start + size);
      await deliverBatch(mapping, batch, { ...delivery, shard: reader.shard });
    }
    if (!signal.aborted) checkpoints.set(reader.shard, last.dynamodb.SequenceNumber);
  }
}

/** Records that match none of the patterns never reach the function. */
function filterOf(criteria: PlannedMapping['properties']['FilterCriteria']): Matcher {
  const patterns = (criteria?.Filters ?? []).map(({ Pattern }) => compilePattern(JSON.parse(Pattern)));
  return (record) => patterns.length === 0 || patterns.some((matches) => matches(record));
}

/** The engine is busy, or ending with the stage. The records are read later. */
function noRecords(error: unknown): StreamRecord[] {
  const isFromEngine = error instanceof EngineError || (error instanceof Error && 'code' in error);
  if (isFromEngine) return [];
  throw error;
}
