/** Consumes the webhook queue. An event from the bus starts its first round, other messages continue it. */
import { consume } from '../../kit/work/consume.ts';
import { type WebhookMessage, webhookMessageSchema } from '../deliveries/event-round.ts';
import { continueEvent } from './continue-event.ts';
import { receive } from './receive.ts';
import type { Sending } from './sending.ts';

/** @param parts clock, random numbers and time limit, for tests. */
export const senderWith = (parts: Partial<Omit<Sending, 'table'>> = {}) =>
  consume({
    schema: webhookMessageSchema,
    subject,
    process: (message, table) => {
      const sending = { now: () => new Date(), random: Math.random, ...parts, table };
      return 'detail' in message ? receive(message.detail, sending) : continueEvent(message, sending);
    },
    fault: 'webhook.fault',
  });

function subject(message: WebhookMessage): object {
  if ('detail' in message) {
    const { id: eventId, type: eventType, ownerId: tenant } = message.detail;
    return { eventId, eventType, tenant };
  }
  const { eventId, attempt: position } = message;
  return { eventId, position };
}
