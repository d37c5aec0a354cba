/** What goes round in the webhook queue to make one attempt of one delivery happen. */
import * as v from 'valibot';
import type { Message } from '../../queue/queue.ts';
import type { Delivery } from './delivery.ts';

export const deliveryMessageSchema = v.object({
  eventId: v.string(),
  endpointId: v.string(),
  /** The attempt's place in the schedule: a copy that comes late finds it past. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type DeliveryMessage = v.InferOutput<typeof deliveryMessageSchema>;

/** Not before its time, and in the line of its endpoint: a busy one holds up nobody else. */
export function messageFor({ eventId, endpointId, position, nextAttemptAt }: Delivery, now: Date): Message {
  const body: DeliveryMessage = { eventId, endpointId, attempt: position };
  return { body, group: endpointId, delaySeconds: secondsUntil(nextAttemptAt, now) };
}

/** SQS holds a message back no longer; what is due later waits in the due index for the sweep. */
export const fitsTheQueue = ({ nextAttemptAt }: Delivery, now: Date): boolean =>
  secondsUntil(nextAttemptAt, now) <= 900;

const secondsUntil = (moment: string, now: Date): number =>
  Math.max(0, (Date.parse(moment) - now.getTime()) / 1000);
