/** A dead letter of publish-changes, as Lambda writes it: a range of the table's stream, and the reason. */
import * as v from 'valibot';
import type { Stretch } from '../../kit/table/stream.ts';
import type { Letter } from '../../platform/queue/dead-letters.ts';

export interface ChangeLetter extends Stretch {
  readonly changes: number;
  /** When the first of the changes was written, in ISO 8601. */
  readonly arrivedAt: string;
  /** RetryAttemptsExhausted or RecordAgeExceeded. */
  readonly condition: string;
}

const sequenceNumber = v.pipe(v.string(), v.digits());

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    requestContext: v.object({ condition: v.string() }),
    DDBStreamBatchInfo: v.object({
      shardId: v.string(),
      startSequenceNumber: sequenceNumber,
      endSequenceNumber: sequenceNumber,
      approximateArrivalOfFirstRecord: v.pipe(v.string(), v.isoTimestamp()),
      batchSize: v.number(),
      streamArn: v.string(),
    }),
  }),
);

/** @returns undefined for other messages. */
export function changeLetterOf({ body }: Pick<Letter, 'body'>): ChangeLetter | undefined {
  const { success, output } = v.safeParse(schema, body);
  if (!success) return undefined;
  const { DDBStreamBatchInfo: info, requestContext } = output;
  return {
    streamArn: info.streamArn,
    shardId: info.shardId,
    first: info.startSequenceNumber,
    last: info.endSequenceNumber,
    changes: info.batchSize,
    arrivedAt: info.approximateArrivalOfFirstRecord,
    condition: requestContext.condition,
  };
}

/** Sorts letters by their position in the stream. Unreadable letters come last. */
export function inStreamOrder(letters: readonly Letter[]): Letter[] {
  const read = letters.map((letter) => ({ letter, place: changeLetterOf(letter) }));
  const compare = (left: ChangeLetter | undefined, right: ChangeLetter | undefined): number => {
    if (!left || !right) return Number(left === undefined) - Number(right === undefined);
    if (left.shardId !== right.shardId) return left.shardId < right.shardId ? -1 : 1;
    return Number(BigInt(left.first) - BigInt(right.first));
  };
  return read.sort((left, right) => compare(left.place, right.place)).map(({ letter }) => letter);
}
