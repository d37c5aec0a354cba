/** Rounds of attempts as work that falls due, and the message that asks for one. */
import * as v from 'valibot';
import type { WorkKind } from '../../kit/work/kind.ts';
import { pendingOf } from '../rules/webhook-delivery.ts';
import { EVENT_KIND, type EventWork, toStoredEvent } from './event-work.ts';

export const roundMessageSchema = v.object({
  eventId: v.string(),
  /** Those whose deliveries are pending: the sender reads them together with the event. */
  endpoints: v.array(v.string()),
  /** The event's `position` when the message was sent. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type RoundMessage = Readonly<v.InferOutput<typeof roundMessageSchema>>;

/** An attempt takes ten seconds at most. */
export const CLAIM_SECONDS = 30;

export const eventWork: WorkKind<EventWork> = {
  name: EVENT_KIND,
  queueVariable: 'WEBHOOK_QUEUE_URL',
  read: toStoredEvent,
  ownerOf: ({ record }) => record.ownerId,
  message({ record, position }) {
    const endpoints = pendingOf(record.fields.deliveries).map(([id]) => id);
    const body: RoundMessage = { eventId: record.id, endpoints, attempt: position };
    return body;
  },
};
