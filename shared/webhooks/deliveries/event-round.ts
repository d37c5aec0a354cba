/** Rounds of attempts as scheduled work, and the messages that start the first or a later round. */
import * as v from 'valibot';
import { eventSchemaOf } from '../../kit/events/event.ts';
import { dueEntries } from '../../kit/work/define-work.ts';
import type { WorkKind } from '../../kit/work/kind.ts';
import { eventTypes } from '../events.ts';
import { pendingOf } from '../rules/webhook-delivery.ts';
import { eventKey } from './event-record.ts';
import { EVENT_KIND, type EventWork, toStoredEvent } from './event-work.ts';

const roundMessageSchema = v.object({
  eventId: v.string(),
  /** Endpoints with pending deliveries, which the sender reads together with the event. */
  endpoints: v.array(v.string()),
  /** The user who owns the event, read with it too. Messages of earlier versions do not have it. */
  owner: v.optional(v.string()),
  /** The event's `position` when the message was sent. */
  attempt: dueEntries.position,
});

export type RoundMessage = Readonly<v.InferOutput<typeof roundMessageSchema>>;

/** The envelope of EventBridge. */
const busEventSchema = v.object({ 'detail-type': v.string(), detail: eventSchemaOf(eventTypes) });

/** The body of a message about an event in the webhook queue. */
export const eventMessageSchema = v.pipe(
  v.string(),
  v.parseJson(undefined, 'not JSON'),
  v.union([busEventSchema, roundMessageSchema], 'neither an event nor a round'),
);

/** Longer than an attempt, which takes at most ten seconds. */
export const CLAIM_SECONDS = 30;

export const eventWork: WorkKind<EventWork, 'Webhook'> = {
  name: EVENT_KIND,
  queue: {
    name: 'Webhook',
    consumer: 'send-webhooks',
    senders: ['publish-changes', 'operate'],
    mapping: 'WebhooksToSend',
    concurrency: { standard: 50, prod: 200, local: 50 },
    // Attempts mostly wait for receivers, ten seconds at most, so that several cost little more than one.
    batchSize: 10,
    redrivenWith: 'redrive-webhooks',
    forgottenBy: 'erase-data',
  },
  retryGaps: {
    setting: 'webhook',
    standard: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    // Ten attempts as on AWS, but within four minutes, to be convenient for development.
    local: [2, 5, 5, 10, 10, 15, 30, 60, 120],
  },
  // Lanes limit the effect of an owner's slow endpoints instead.
  isOwned: false,
  key: eventKey,
  read: toStoredEvent,
  ownerOf: ({ record }) => record.ownerId,
  message({ record, position }) {
    const endpoints = pendingOf(record.fields.deliveries).map(([id]) => id);
    const body: RoundMessage = { eventId: record.id, endpoints, owner: record.ownerId, attempt: position };
    return body;
  },
};
