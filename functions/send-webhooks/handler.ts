/** Webhook queue -> receivers: an event becomes deliveries, and a delivery an attempt. */
import type { Table } from '../../shared/table/table.ts';
import {
  type WebhookMessage,
  webhookMessageSchema,
} from '../../shared/webhooks/deliveries/webhook-message.ts';
import { consume } from '../../shared/work/consume.ts';
import { deliver } from './deliver.ts';
import { expand } from './expand.ts';
import type { Sending } from './sending.ts';

/** @param parts clock, random numbers and time limit, for tests. */
export const senderWith = (parts: Partial<Omit<Sending, 'table'>> = {}) =>
  consume({
    schema: webhookMessageSchema,
    subject,
    process: (message, table) => lineOf(message, sendingWith(parts, table)),
    fault: 'webhook.fault',
  });

export const handler = senderWith();

const sendingWith = (parts: Partial<Omit<Sending, 'table'>>, table: Table): Sending => ({
  now: () => new Date(),
  random: Math.random,
  ...parts,
  table,
});

function subject(message: WebhookMessage): object {
  if ('detail' in message) {
    const { id: eventId, type: eventType, ownerId: tenant } = message.detail;
    return { eventId, eventType, tenant };
  }
  const { eventId, endpointId, attempt: position } = message;
  return { eventId, endpointId, position };
}

/** @returns the log line of the message. */
async function lineOf(message: WebhookMessage, sending: Sending): Promise<{ readonly message: string }> {
  if (!('detail' in message)) return deliver(message, sending);
  const deliveries = await expand(message.detail, sending);
  const line = { message: 'event.expanded', deliveries };
  return line;
}
