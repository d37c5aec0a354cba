/** Rounds of attempts as work that falls due, and the message that asks for one. */
import * as v from 'valibot';
import type { WorkKind } from '../../kit/work/kind.ts';
import { pendingOf } from '../rules/webhook-delivery.ts';
import { eventKey } from './event-record.ts';
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

export const eventWork: WorkKind<EventWork, 'Webhook'> = {
  name: EVENT_KIND,
  queue: {
    name: 'Webhook',
    consumer: 'send-webhooks',
    senders: ['operate'],
    mapping: 'WebhooksToSend',
    concurrency: { standard: 50, prod: 200, local: 50 },
    redrivenWith: 'redrive-webhooks',
  },
  retryGaps: {
    setting: 'webhook',
    standard: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    // Ten attempts as on AWS, but in four minutes: a developer who restarts a receiver should not wait long.
    local: [2, 5, 5, 10, 10, 15, 30, 60, 120],
  },
  // An owner's slow endpoints are held up by lanes.
  isOwned: false,
  key: eventKey,
  read: toStoredEvent,
  ownerOf: ({ record }) => record.ownerId,
  message({ record, position }) {
    const endpoints = pendingOf(record.fields.deliveries).map(([id]) => id);
    const body: RoundMessage = { eventId: record.id, endpoints, attempt: position };
    return body;
  },
};
