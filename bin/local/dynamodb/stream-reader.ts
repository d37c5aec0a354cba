/** Reads a table's stream from the engine, one shard after the other, starting after the checkpoint. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { engineRecord, type StreamRecord } from '../observed/stream-record.ts';
import { region } from '../template/addresses.ts';
import type { EngineCall } from './engine-call.ts';

const shardsSchema = v.object({
  StreamDescription: v.object({
    Shards: v.array(v.object({ ShardId: v.string(), ParentShardId: v.optional(v.string()) })),
  }),
});

const recordsSchema = v.object({ Records: v.array(engineRecord), NextShardIterator: v.nullish(v.string()) });

interface Stream {
  /** The ARN in the records that functions receive. */
  readonly arn: string;
  /** The engine's own ARN. */
  readonly engineArn: string;
  /** The last sequence number of a shard that has been processed. */
  readonly checkpoint: (shard: string) => string | undefined;
}

const streams = (operation: string) => `DynamoDBStreams_20120810.${operation}`;

export class StreamReader {
  readonly #engine: EngineCall;
  readonly #stream: Stream;
  readonly #finished = new Set<string>();
  #shard = '';
  #iterator: string | undefined;

  constructor(engine: EngineCall, stream: Stream) {
    this.#engine = engine;
    this.#stream = stream;
  }

  /** The shard that the last records came from. */
  get shard(): string {
    return this.#shard;
  }

  /** @returns the next records; none if there are none at the moment. */
  async read(max: number): Promise<StreamRecord[]> {
    const ShardIterator = this.#iterator ?? (await this.#start());
    // If the request fails, because the iterator has expired, the next read starts from the checkpoint.
    this.#iterator = undefined;
    if (!ShardIterator) return [];
    const response = await this.#engine(streams('GetRecords'), { ShardIterator, Limit: max });
    const { Records, NextShardIterator } = v.parse(recordsSchema, response);
    if (NextShardIterator) this.#iterator = NextShardIterator;
    else this.#finished.add(this.#shard);
    return Records.map((record) => asReceivedByFunctions(record, this.#stream));
  }

  async #start(): Promise<string | undefined> {
    const shard = await this.#nextShard();
    if (!shard) return undefined;
    this.#shard = shard;
    const checkpoint = this.#stream.checkpoint(shard);
    const { ShardIterator } = await this.#engine(streams('GetShardIterator'), {
      StreamArn: this.#stream.engineArn,
      ShardId: shard,
      ...(checkpoint
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: checkpoint }
        : { ShardIteratorType: 'TRIM_HORIZON' }),
    });
    return v.parse(v.string(), ShardIterator);
  }

  /** The oldest shard that is not finished. Parents come first, because their records are older. */
  async #nextShard(): Promise<string | undefined> {
    const response = await this.#engine(streams('DescribeStream'), { StreamArn: this.#stream.engineArn });
    const { Shards } = v.parse(shardsSchema, response).StreamDescription;
    const ids = new Set(Shards.map(({ ShardId }) => ShardId));
    const next = Shards.find(({ ShardId, ParentShardId: parent }) => {
      const isParentDone = !parent || !ids.has(parent) || this.#finished.has(parent);
      return !this.#finished.has(ShardId) && isParentDone;
    });
    return next?.ShardId;
  }
}

function asReceivedByFunctions(
  record: v.InferOutput<typeof engineRecord>,
  { arn, engineArn }: Pick<Stream, 'arn' | 'engineArn'>,
): StreamRecord {
  // The engine's sequence numbers start at 1 in every stream, but event ids are unique on AWS.
  const eventID = createHash('md5').update(`${engineArn} ${record.dynamodb.SequenceNumber}`).digest('hex');
  return { ...record, eventID, awsRegion: region, eventSourceARN: arn };
}
