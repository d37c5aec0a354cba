/** The handler of a queue. Processes and logs the messages of a batch in parallel. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { describedError, type Line, writeLine } from '../../platform/log.ts';
import { Table } from '../table/table.ts';

export interface Consumer<M> {
  /** Parses the body of a message. */
  readonly schema: v.GenericSchema<string, M>;
  /** Fields that identify the message in the log. */
  readonly subject: (message: M) => object;
  /**
   * @param table a separate client for each message, so that the log line shows its own units.
   * @returns the log line.
   * @throws if the service fails. The message is then redelivered.
   */
  readonly process: (message: M, table: Table) => Promise<Pick<Line, 'message'>>;
  /** Log message for failures. */
  readonly fault: string;
}

/**
 * @returns a handler that reports failed messages, so that only those are redelivered.
 * @example export const handler = consume({ schema, subject, process: deliver, fault: 'store.fault' })
 */
export const consume =
  <M>(consumer: Consumer<M>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const done = await Promise.all(Records.map((record) => processMessage(consumer, record)));
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

/** @returns false if the message must be redelivered. */
async function processMessage<M>(consumer: Consumer<M>, { body, messageId }: SQSRecord): Promise<boolean> {
  const table = new Table();
  const startedAt = Date.now();
  const write = (line: Line) => {
    const { calls, readUnits, writeUnits } = table.meter;
    const durationMs = Date.now() - startedAt;
    writeLine({ ...line, messageId, durationMs, table: { calls, readUnits, writeUnits } });
  };
  let subject = {};
  try {
    const message = v.parse(consumer.schema, body);
    subject = consumer.subject(message);
    write({ level: 'info', ...subject, ...(await consumer.process(message, table)) });
    return true;
  } catch (error) {
    write({ level: 'error', message: consumer.fault, ...subject, problem: describedError(error) });
    return false;
  }
}
