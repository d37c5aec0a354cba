/** The body of a message in the webhook queue: an event from the bus, or a round of attempts. */
import * as v from 'valibot';
import { eventSchemaOf } from '../../kit/events/event.ts';
import { eventTypes } from '../events.ts';
import { roundMessageSchema } from './event-round.ts';

/** As EventBridge wraps it. */
const busEventSchema = v.object({ 'detail-type': v.string(), detail: eventSchemaOf(eventTypes) });

export const webhookMessageSchema = v.pipe(
  v.string(),
  v.parseJson(undefined, 'not JSON'),
  v.union([busEventSchema, roundMessageSchema], 'neither an event nor a round'),
);

export type WebhookMessage = v.InferOutput<typeof webhookMessageSchema>;
