/** A dead letter of the changes, as Lambda writes it: which part of the table's stream was given up on, and why. */
import * as v from 'valibot';
import type { Letter } from '../../shared/queue/dead-letters.ts';
import type { Stretch } from '../../shared/table/stream.ts';

export interface ChangeLetter extends Stretch {
  readonly changes: number;
  /** ISO 8601: when the first of the changes happened. */
  readonly arrivedAt: string;
  /** RetryAttemptsExhausted, RecordAgeExceeded. */
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

/** @returns undefined for anything else. */
export function changeLetterOf({ body }: Letter): ChangeLetter | undefined {
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

/** As their changes happened; unreadable letters come last. */
export function inStreamOrder(letters: readonly Letter[]): Letter[] {
  const read = letters.map((letter) => ({ letter, place: changeLetterOf(letter) }));
  const compare = (left: ChangeLetter | undefined, right: ChangeLetter | undefined): number => {
    if (!left || !right) return Number(left === undefined) - Number(right === undefined);
    if (left.shardId !== right.shardId) return left.shardId < right.shardId ? -1 : 1;
    return Number(BigInt(left.first) - BigInt(right.first));
  };
  return read.sort((left, right) => compare(left.place, right.place)).map(({ letter }) => letter);
}
