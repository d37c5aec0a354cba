/** A function that works on a queue: the messages of a batch in parallel, each with a log line, and each fails separately. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { describedError, type Line, writeLine } from '../../platform/log.ts';
import { Table } from '../table/table.ts';

export interface Consumer<M> {
  /** Of the body of a message. */
  readonly schema: v.GenericSchema<string, M>;
  /** What log lines say of a message: ids. */
  readonly subject: (message: M) => object;
  /**
   * @param table of this message alone: its meter counts the units of the log line.
   * @returns the log line.
   * @throws on faults of the service: the message is redelivered.
   */
  readonly process: (message: M, table: Table) => Promise<Pick<Line, 'message'>>;
  /** The log line of a message that could not be processed. */
  readonly fault: string;
}

/**
 * @returns the handler, which reports the messages that failed, so that only those are redelivered.
 * @example export const handler = consume({ schema, subject, process: (message, table) => deliver(message, { table }), fault: 'store.fault' })
 */
export const consume =
  <M>(consumer: Consumer<M>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const done = await Promise.all(Records.map((record) => processed(consumer, record)));
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

/** @returns false when the message must be redelivered. */
async function processed<M>(consumer: Consumer<M>, { body, messageId }: SQSRecord): Promise<boolean> {
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
