/** Webhook queue -> receivers. The messages of a batch are processed in parallel, and each fails by itself. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { describedError, type Line, writeLine } from '../../shared/log.ts';
import { Table } from '../../shared/table/table.ts';
import { webhookMessageSchema } from '../../shared/webhooks/deliveries/webhook-message.ts';
import { deliver } from './deliver.ts';
import { expand } from './expand.ts';
import type { Sending } from './sending.ts';

type Sender = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** @param parts clock, random numbers and time limit, for tests. */
export const senderWith =
  (parts: Partial<Omit<Sending, 'table'>> = {}): Sender =>
  async ({ Records }) => {
    const done = await Promise.all(
      Records.map((record) =>
        processed(record, { now: () => new Date(), random: Math.random, ...parts, table: new Table() }),
      ),
    );
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

export const handler = senderWith();

/** Processes one message and writes its log line. @returns false when the message must be redelivered. */
async function processed({ body, messageId }: SQSRecord, sending: Sending): Promise<boolean> {
  const startedAt = Date.now();
  const write = (line: Line) => {
    const { calls, readUnits, writeUnits } = sending.table.meter;
    const durationMs = Date.now() - startedAt;
    writeLine({ ...line, messageId, durationMs, table: { calls, readUnits, writeUnits } });
  };
  let subject = {};
  try {
    const message = v.parse(webhookMessageSchema, body);
    if ('detail' in message) {
      const { id: eventId, type: eventType, ownerId: tenant } = message.detail;
      subject = { eventId, eventType, tenant };
      const deliveries = await expand(message.detail, sending);
      write({ level: 'info', message: 'event.expanded', ...subject, deliveries });
    } else {
      const { eventId, endpointId, attempt: position } = message;
      subject = { eventId, endpointId, position };
      write({ level: 'info', ...subject, ...(await deliver(message, sending)) });
    }
    return true;
  } catch (error) {
    write({ level: 'error', message: 'webhook.fault', ...subject, problem: describedError(error) });
    return false;
  }
}
