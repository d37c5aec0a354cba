/** The body of a message in the webhook queue: an event from the bus, or one attempt of a delivery. */
import * as v from 'valibot';
import { eventSchema } from '../../events/event.ts';
import { deliveryMessageSchema } from './delivery-work.ts';

/** As EventBridge wraps it. */
const busEventSchema = v.object({ 'detail-type': v.string(), detail: eventSchema });

export const webhookMessageSchema = v.pipe(
  v.string(),
  v.parseJson(undefined, 'not JSON'),
  v.union([busEventSchema, deliveryMessageSchema], 'neither an event nor a delivery'),
);

export type WebhookMessage = v.InferOutput<typeof webhookMessageSchema>;
