/** Moves messages that the sender could not process back to its queue. */
import * as v from 'valibot';
import { handleDeadLetters } from '../../kit/commands/dead-letters.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { redrivenMessages } from '../../kit/commands/redrive-messages.ts';
import { deadLetterVariable, queueVariable } from '../../kit/work/work-queue.ts';
import { environment } from '../../platform/settings.ts';
import type { redriveWebhooks } from '../commands.ts';
import { eventWork } from '../deliveries/event-round.ts';
import { webhookMessageSchema } from '../deliveries/webhook-messages.ts';

type WebhookMessage = v.InferOutput<typeof webhookMessageSchema>;

export const run = ((modes, operation) => {
  const letters = redrivenMessages({
    deadLetterUrl: environment(deadLetterVariable(eventWork.queue)),
    queueUrl: environment(queueVariable(eventWork.queue)),
    consumer: 'the sender',
    read,
    describe,
  });
  return handleDeadLetters(letters, modes, operation);
}) satisfies Run<typeof redriveWebhooks>;

function read(body: string): WebhookMessage | undefined {
  const { success, output } = v.safeParse(webhookMessageSchema, body);
  return success ? output : undefined;
}

function describe(message: WebhookMessage): object {
  if ('detail' in message) return { what: message.detail.type, event: message.detail.id };
  if ('id' in message) return { what: 'recovery', endpoint: message.id };
  const { eventId, attempt } = message;
  return { what: 'next attempts', event: eventId, attempt };
}
