/** Webhook queue -> receivers. Messages of a batch go side by side, and each succeeds or comes again by itself. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { describedError, writeLine } from '../../shared/log.ts';
import { Table } from '../../shared/table/table.ts';
import { queueMessageSchema } from '../../shared/webhooks/deliveries/webhook-message.ts';
import { deliver } from './deliver.ts';
import { expand } from './expand.ts';
import type { Sending } from './sending.ts';

type Sender = (event: SQSEvent) => Promise<SQSBatchResponse>;

/** @param parts clock, dice and time limit: tests bring their own. */
export const senderWith =
  (parts: Partial<Omit<Sending, 'table'>> = {}): Sender =>
  async ({ Records }) => {
    const done = await Promise.all(
      Records.map((record) =>
        handled(record, { now: () => new Date(), random: Math.random, ...parts, table: new Table() }),
      ),
    );
    const failed = Records.filter((_, index) => !done[index]);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

export const handler = senderWith();

/** Works on one message and writes its log line: ids and outcome, never address, secret or body. */
async function handled({ body, messageId }: SQSRecord, sending: Sending): Promise<boolean> {
  const startedAt = Date.now();
  const line = (level: 'info' | 'error', said: object) => {
    const { calls, readUnits, writeUnits } = sending.table.meter;
    const table = { calls, readUnits, writeUnits };
    writeLine({ level, message: 'webhook', messageId, ...said, durationMs: Date.now() - startedAt, table });
  };
  let about = {};
  try {
    const message = v.parse(queueMessageSchema, body);
    if ('detail' in message) {
      const { id, type } = message.detail;
      about = { eventId: id, eventType: type };
      line('info', { ...about, outcome: 'expanded', deliveries: await expand(message.detail, sending) });
    } else {
      about = message;
      line('info', { ...about, ...(await deliver(message, sending)) });
    }
    return true;
  } catch (error) {
    line('error', { ...about, outcome: 'fault', problem: describedError(error) });
    return false;
  }
}
