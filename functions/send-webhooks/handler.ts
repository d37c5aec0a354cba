/** Webhook queue -> receivers: each message makes a round of attempts to deliver an event. */
import type { Table } from '../../shared/kit/table/table.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import {
  type WebhookMessage,
  webhookMessageSchema,
} from '../../shared/webhooks/deliveries/webhook-message.ts';
import { continueEvent } from '../../shared/webhooks/sending/continue-event.ts';
import { receive } from '../../shared/webhooks/sending/receive.ts';
import type { Sending } from '../../shared/webhooks/sending/sending.ts';

/** @param parts clock, random numbers and time limit, for tests. */
export const senderWith = (parts: Partial<Omit<Sending, 'table'>> = {}) =>
  consume({
    schema: webhookMessageSchema,
    subject,
    process: (message, table) => {
      const sending = sendingWith(parts, table);
      return 'detail' in message ? receive(message.detail, sending) : continueEvent(message, sending);
    },
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
  const { eventId, attempt: position } = message;
  return { eventId, position };
}
