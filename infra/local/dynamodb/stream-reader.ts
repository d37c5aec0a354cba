/** Reads a table's stream from the engine, shard after shard, from where its reader stopped. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Checkpoints } from '../mappings/checkpoints.ts';
import { region } from '../template/addresses.ts';
import type { EngineCall } from './engine-call.ts';

const shardsSchema = v.object({
  StreamDescription: v.object({
    Shards: v.array(v.object({ ShardId: v.string(), ParentShardId: v.optional(v.string()) })),
  }),
});

const recordSchema = v.looseObject({
  dynamodb: v.looseObject({
    SequenceNumber: v.string(),
    // The engine may write it as a date.
    ApproximateCreationDateTime: v.union([
      v.number(),
      v.pipe(
        v.string(),
        v.transform((text) => Date.parse(text) / 1000),
      ),
    ]),
  }),
});

const recordsSchema = v.object({ Records: v.array(recordSchema), NextShardIterator: v.nullish(v.string()) });

/** A record as functions see it. */
export type StreamRecord = v.InferOutput<typeof recordSchema> & { readonly eventSourceARN: string };

interface Stream {
  /** As functions know it, and as the engine does. */
  readonly arn: string;
  readonly engineArn: string;
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
}

const streams = (operation: string) => `DynamoDBStreams_20120810.${operation}`;

export class StreamReader {
  readonly #engine: EngineCall;
  readonly #stream: Stream;
  readonly #checkpoints: Checkpoints;
  readonly #finished = new Set<string>();
  #shard = '';
  #iterator: string | undefined;

  constructor(engine: EngineCall, stream: Stream, checkpoints: Checkpoints) {
    this.#engine = engine;
    this.#stream = stream;
    this.#checkpoints = checkpoints;
  }

  /** The one the last records came from. */
  get shard(): string {
    return this.#shard;
  }

  /** The next records, none when there are none at the moment. */
  async read(most: number): Promise<StreamRecord[]> {
    const ShardIterator = this.#iterator ?? (await this.#start());
    // Should it have expired, the next one starts from the checkpoint.
    this.#iterator = undefined;
    if (!ShardIterator) return [];
    const answer = await this.#engine(streams('GetRecords'), { ShardIterator, Limit: most });
    const { Records, NextShardIterator } = v.parse(recordsSchema, answer);
    if (NextShardIterator) this.#iterator = NextShardIterator;
    else this.#finished.add(this.#shard);
    return Records.map((record) => asSeenByFunctions(record, this.#stream));
  }

  /** Goes back to the checkpoint. */
  rewind(): void {
    this.#iterator = undefined;
  }

  async #start(): Promise<string | undefined> {
    const shard = await this.#nextShard();
    if (!shard) return undefined;
    this.#shard = shard;
    const checkpoint = this.#checkpoints.get(shard);
    const { ShardIterator } = await this.#engine(streams('GetShardIterator'), {
      StreamArn: this.#stream.engineArn,
      ShardId: shard,
      ...(checkpoint
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: checkpoint }
        : { ShardIteratorType: this.#stream.startingPosition }),
    });
    return v.parse(v.string(), ShardIterator);
  }

  /** The oldest shard that is not read to its end: a change of an item comes after those in the parent shard. */
  async #nextShard(): Promise<string | undefined> {
    const answer = await this.#engine(streams('DescribeStream'), { StreamArn: this.#stream.engineArn });
    const { Shards } = v.parse(shardsSchema, answer).StreamDescription;
    const ids = new Set(Shards.map(({ ShardId }) => ShardId));
    const next = Shards.find(({ ShardId, ParentShardId: parent }) => {
      const isParentDone = !parent || !ids.has(parent) || this.#finished.has(parent);
      return !this.#finished.has(ShardId) && isParentDone;
    });
    return next?.ShardId;
  }
}

function asSeenByFunctions(
  record: v.InferOutput<typeof recordSchema>,
  { arn, engineArn }: Pick<Stream, 'arn' | 'engineArn'>,
): StreamRecord {
  // The engine counts from 1 in every stream; on AWS the id is unique.
  const eventID = createHash('md5').update(`${engineArn} ${record.dynamodb.SequenceNumber}`).digest('hex');
  return { ...record, eventID, awsRegion: region, eventSourceARN: arn };
}
