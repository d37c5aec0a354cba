/** What the body of a message in the webhook queue can be: an event from the bus, or one attempt of a delivery. */
import * as v from 'valibot';
import { eventSchema } from '../../events/event.ts';
import { deliveryMessageSchema } from './delivery-work.ts';

const envelopeSchema = v.object({ 'detail-type': v.string(), detail: eventSchema });

export const queueMessageSchema = v.pipe(
  v.string(),
  v.parseJson(undefined, 'not JSON'),
  v.union([envelopeSchema, deliveryMessageSchema], 'neither an event nor a delivery'),
);
