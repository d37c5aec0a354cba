/** Matching queue -> matches and the index of released tracks. The messages of a batch fail one by one. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { describedError, type Line, writeLine } from '../../shared/log.ts';
import { catalogueMatcher } from '../../shared/matching/catalogue-matcher.ts';
import { matchingMessageSchema } from '../../shared/matching/matching-message.ts';
import { Table } from '../../shared/table/table.ts';
import type { Matching } from './matching.ts';
import { takePart } from './take-part.ts';

type TrackMatcher = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** @param parts clock and matcher, for tests. */
export const trackMatcherWith =
  (parts: Partial<Omit<Matching, 'table'>> = {}): TrackMatcher =>
  async ({ Records }) => {
    const matching = { now: () => new Date(), matcher: catalogueMatcher, ...parts };
    const done = await Promise.all(
      Records.map((record) => processed(record, { ...matching, table: new Table() })),
    );
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

export const handler = trackMatcherWith();

/** Processes one message and writes its log line. @returns false when the message must be redelivered. */
async function processed({ body, messageId }: SQSRecord, matching: Matching): Promise<boolean> {
  const startedAt = Date.now();
  const write = (line: Line) => {
    const { calls, readUnits, writeUnits } = matching.table.meter;
    const durationMs = Date.now() - startedAt;
    writeLine({ ...line, messageId, durationMs, table: { calls, readUnits, writeUnits } });
  };
  let subject = {};
  try {
    const message = v.parse(matchingMessageSchema, body);
    const { kind, id, attempt: position } = message;
    subject = { kind, id, position };
    write({ level: 'info', ...subject, ...(await takePart(message, matching)) });
    return true;
  } catch (error) {
    write({ level: 'error', message: 'matching.fault', ...subject, problem: describedError(error) });
    return false;
  }
}
