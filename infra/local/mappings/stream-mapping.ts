/** Feeds a function from a table's stream: one batch after the other, and no record before those ahead of it are done with. */

import { type EngineCall, EngineError } from '../dynamodb/engine-call.ts';
import { StreamReader, type StreamRecord } from '../dynamodb/stream-reader.ts';
import type { LiveTable } from '../dynamodb/table.ts';
import { type Clock, until } from '../host/clock.ts';
import type { State } from '../host/state.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { Queues } from '../sqs/queues.ts';
import { type Checkpoints, openCheckpoints } from './checkpoints.ts';
import { compileFilters } from './filter.ts';
import type { Mapping, PlannedMapping } from './mapping.ts';
import { deliverBatch } from './stream-delivery.ts';

export interface StreamSurroundings {
  readonly engine: EngineCall;
  readonly runtime: Runtime;
  readonly queues: Queues;
  readonly state: State;
  readonly clock: Clock;
}

const DEFAULT_BATCH_SIZE = 100;
const MOST_RECORDS = 1000;
/** Lambda asks four times a second; here nobody pays for asking. */
const IDLE_MILLISECONDS = 100;

export interface StreamMapping extends Mapping {
  /** Everything before it is done with. */
  position(): string | undefined;
}

export function startStreamMapping(
  mapping: PlannedMapping,
  { streamArn: arn, engineStreamArn: engineArn }: LiveTable,
  around: StreamSurroundings,
): StreamMapping {
  const { properties, logicalId } = mapping;
  const { StartingPosition: startingPosition } = properties;
  if (!engineArn || !startingPosition)
    throw new Error(`${logicalId}: a stream mapping needs a stream and a StartingPosition.`);
  const stopping = new AbortController();
  const checkpoints = openCheckpoints(around.state, `${logicalId} ${engineArn}`);
  const reader = new StreamReader(around.engine, { arn, engineArn, startingPosition }, checkpoints);
  const ended = follow(mapping, reader, { ...around, checkpoints, signal: stopping.signal });
  return {
    position: () => checkpoints.get(reader.shard),
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

export interface Following extends StreamSurroundings {
  readonly checkpoints: Checkpoints;
  readonly signal: AbortSignal;
}

async function follow(mapping: PlannedMapping, reader: StreamReader, following: Following): Promise<void> {
  const { clock, signal, checkpoints } = following;
  const {
    FilterCriteria,
    BatchSize: size = DEFAULT_BATCH_SIZE,
    MaximumBatchingWindowInSeconds,
  } = mapping.properties;
  const matches = compileFilters(FilterCriteria);
  let hasWaited = MaximumBatchingWindowInSeconds === 0;
  while (!signal.aborted) {
    const read = await reader.read(MOST_RECORDS).catch(nothingYet);
    const wanted = read.filter(matches);
    const last = read.at(-1);
    if (!last) {
      await until(clock, clock.now() + IDLE_MILLISECONDS, signal);
    } else if (wanted.length > 0 && wanted.length < size && !hasWaited) {
      await until(clock, clock.now() + MaximumBatchingWindowInSeconds * 1000, signal);
      hasWaited = true;
      reader.rewind();
    } else {
      hasWaited = MaximumBatchingWindowInSeconds === 0;
      for (let start = 0; start < wanted.length && !signal.aborted; start += size) {
        await deliverBatch(mapping, wanted.slice(start, start + size), {
          ...following,
          shard: reader.shard,
        });
      }
      if (!signal.aborted) checkpoints.set(reader.shard, last.dynamodb.SequenceNumber);
    }
  }
}

/** The engine is busy, or going down with the stage: its records wait. */
function nothingYet(error: unknown): StreamRecord[] {
  const isOfEngine = error instanceof EngineError || (error instanceof Error && 'code' in error);
  if (isOfEngine) return [];
  throw error;
}
