/** Validation queue -> masters. The messages of a batch are processed in parallel, and each fails by itself. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { describedError, type Line, writeLine } from '../../shared/log.ts';
import { validationMessageSchema } from '../../shared/masters/validation-work.ts';
import { Table } from '../../shared/table/table.ts';
import { validate } from './validate.ts';
import type { Validating } from './validating.ts';

type Validator = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** @param parts clock, random numbers and time limit, for tests. */
export const validatorWith =
  (parts: Partial<Omit<Validating, 'table'>> = {}): Validator =>
  async ({ Records }) => {
    const done = await Promise.all(
      Records.map((record) =>
        processed(record, { now: () => new Date(), random: Math.random, ...parts, table: new Table() }),
      ),
    );
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

export const handler = validatorWith();

/** Processes one message and writes its log line. @returns false when the message must be redelivered. */
async function processed({ body, messageId }: SQSRecord, validating: Validating): Promise<boolean> {
  const startedAt = Date.now();
  const write = (line: Line) => {
    const { calls, readUnits, writeUnits } = validating.table.meter;
    const durationMs = Date.now() - startedAt;
    writeLine({ ...line, messageId, durationMs, table: { calls, readUnits, writeUnits } });
  };
  let subject = {};
  try {
    const message = v.parse(validationMessageSchema, body);
    const { assetId, attempt: position } = message;
    subject = { assetId, position };
    write({ level: 'info', ...subject, ...(await validate(message, validating)) });
    return true;
  } catch (error) {
    write({ level: 'error', message: 'validation.fault', ...subject, problem: describedError(error) });
    return false;
  }
}
