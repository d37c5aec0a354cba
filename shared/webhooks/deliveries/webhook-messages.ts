/** The messages of the webhook queue: about events, and about endpoints whose failures are sent again. */
import * as v from 'valibot';
import { eventMessageSchema } from './event-round.ts';
import { recoveryWork } from './recovery-work.ts';

export const webhookMessageSchema = v.union([recoveryWork.messageSchema, eventMessageSchema]);

export type WebhookMessage = v.InferOutput<typeof webhookMessageSchema>;
