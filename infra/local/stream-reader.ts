/** Reads a table's stream from the engine, shard after shard, from where its reader stopped. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { region } from './addresses.ts';
import type { Checkpoints } from './checkpoints.ts';
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

export interface StreamReader {
  /** The shard the last records came from. */
  shard(): string;
  /** The next records, none when there are none at the moment. */
  read(most: number): Promise<StreamRecord[]>;
  /** Goes back to the checkpoint. */
  rewind(): void;
}

interface Stream {
  readonly arn: string;
  readonly engineArn: string;
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
}

const streams = (operation: string) => `DynamoDBStreams_20120810.${operation}`;

export function readStream(engine: EngineCall, stream: Stream, checkpoints: Checkpoints): StreamReader {
  const { arn, engineArn, startingPosition } = stream;
  const finished = new Set<string>();
  let shard = '';
  let iterator: string | undefined;

  /** The oldest shard that is not read to its end: a change of an item comes after those in the parent shard. */
  const nextShard = async () => {
    const answer = await engine(streams('DescribeStream'), { StreamArn: engineArn });
    const { Shards } = v.parse(shardsSchema, answer).StreamDescription;
    const ids = new Set(Shards.map(({ ShardId }) => ShardId));
    return Shards.find(({ ShardId, ParentShardId: parent }) => {
      const isParentDone = !parent || !ids.has(parent) || finished.has(parent);
      return !finished.has(ShardId) && isParentDone;
    })?.ShardId;
  };
  const start = async () => {
    const found = await nextShard();
    if (!found) return undefined;
    shard = found;
    const checkpoint = checkpoints.get(shard);
    const { ShardIterator } = await engine(streams('GetShardIterator'), {
      StreamArn: engineArn,
      ShardId: shard,
      ...(checkpoint
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: checkpoint }
        : { ShardIteratorType: startingPosition }),
    });
    return v.parse(v.string(), ShardIterator);
  };
  return {
    shard: () => shard,
    rewind: () => {
      iterator = undefined;
    },
    async read(most) {
      iterator ??= await start();
      if (!iterator) return [];
      const answer = await engine(streams('GetRecords'), { ShardIterator: iterator, Limit: most }).catch(
        (error) => {
          // It may have expired: the next one starts from the checkpoint.
          iterator = undefined;
          throw error;
        },
      );
      const { Records, NextShardIterator } = v.parse(recordsSchema, answer);
      iterator = NextShardIterator ?? undefined;
      if (!iterator) finished.add(shard);
      return Records.map((record) => asSeenByFunctions(record, { arn, engineArn }));
    },
  };
}

function asSeenByFunctions(
  record: v.InferOutput<typeof recordSchema>,
  { arn, engineArn }: Pick<Stream, 'arn' | 'engineArn'>,
): StreamRecord {
  // The engine counts from 1 in every stream; on AWS the id is unique.
  const eventID = createHash('md5').update(`${engineArn} ${record.dynamodb.SequenceNumber}`).digest('hex');
  return { ...record, eventID, awsRegion: region, eventSourceARN: arn };
}
