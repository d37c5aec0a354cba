/** Attempts of deliveries as work that falls due, and the message that asks for one. */
import * as v from 'valibot';
import type { WorkKind } from '../../work/kind.ts';
import { DELIVERY_KIND, type PendingDelivery, toPendingDelivery } from './delivery.ts';

export const deliveryMessageSchema = v.object({
  eventId: v.string(),
  endpointId: v.string(),
  /** The delivery's `position` when the message was sent. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type DeliveryMessage = Readonly<v.InferOutput<typeof deliveryMessageSchema>>;

export const deliveryWork: WorkKind<PendingDelivery> = {
  name: DELIVERY_KIND,
  ownsUnnamedRows: true,
  queueVariable: 'WEBHOOK_QUEUE_URL',
  // An attempt takes ten seconds at most.
  claimSeconds: 30,
  read: toPendingDelivery,
  message({ eventId, endpointId, position }) {
    const body: DeliveryMessage = { eventId, endpointId, attempt: position };
    // Grouped by endpoint, so that a slow endpoint does not delay the others.
    return { body, group: endpointId };
  },
};
