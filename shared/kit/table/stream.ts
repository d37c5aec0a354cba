/** Rereads table changes from the stream, which keeps them for 24 hours. */
import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  type StreamRecord,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { once } from '../../platform/once.ts';

/** A part of a shard. `first` and `last` are sequence numbers. */
export interface Stretch {
  readonly streamArn: string;
  readonly shardId: string;
  readonly first: string;
  readonly last: string;
}

export interface ReadStretch {
  readonly records: readonly StreamRecord[];
  /** False if the stream no longer has the first record. */
  readonly isComplete: boolean;
}

const streams = /* @__PURE__ */ once(() => new DynamoDBStreamsClient({}));

export async function readStretch(stretch: Stretch): Promise<ReadStretch> {
  const records = await readAvailable(stretch);
  return { records, isComplete: records[0]?.SequenceNumber === stretch.first };
}

async function readAvailable(stretch: Stretch): Promise<StreamRecord[]> {
  try {
    return await recordsFrom('AT_SEQUENCE_NUMBER', stretch);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return [];
    if (!(error instanceof TrimmedDataAccessException)) throw error;
    return recordsFrom('TRIM_HORIZON', stretch);
  }
}

/** An open shard does not report its end. Reading stops after this many consecutive empty responses. */
const MAX_EMPTY_RESPONSES = 20;

async function recordsFrom(
  ShardIteratorType: 'AT_SEQUENCE_NUMBER' | 'TRIM_HORIZON',
  { streamArn, shardId, first, last }: Stretch,
): Promise<StreamRecord[]> {
  const start = await streams().send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ShardIteratorType,
      SequenceNumber: ShardIteratorType === 'AT_SEQUENCE_NUMBER' ? first : undefined,
    }),
  );
  const read: StreamRecord[] = [];
  let iterator = start.ShardIterator;
  for (let empty = 0; iterator && empty < MAX_EMPTY_RESPONSES; ) {
    const response: GetRecordsCommandOutput = await streams().send(
      new GetRecordsCommand({ ShardIterator: iterator }),
    );
    const records = (response.Records ?? []).flatMap(({ dynamodb }) => dynamodb ?? []);
    read.push(...records.filter(({ SequenceNumber }) => isWithin(SequenceNumber, { first, last })));
    if (records.some(({ SequenceNumber }) => BigInt(SequenceNumber ?? 0) >= BigInt(last))) return read;
    empty = records.length > 0 ? 0 : empty + 1;
    iterator = response.NextShardIterator;
  }
  return read;
}

const isWithin = (number: string | undefined, { first, last }: Pick<Stretch, 'first' | 'last'>): boolean =>
  number !== undefined && BigInt(number) >= BigInt(first) && BigInt(number) <= BigInt(last);
