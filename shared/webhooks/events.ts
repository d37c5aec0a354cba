/** All webhook events (specification 6.3). */
import * as v from 'valibot';
import { distributionEvents } from '../distribution/events.ts';
import { type EventTable, event, numericId } from '../kit/declare/event-definition.ts';
import type { DomainEvent } from '../kit/events/event.ts';
import { usageEvents } from '../usage/events.ts';

/** Events to which endpoints can subscribe. */
const subscribable = { ...distributionEvents, ...usageEvents };

/** Sent only on request, to the endpoint under test. */
export const TEST_EVENT = 'webhook.test';
const TEST_MESSAGE = 'This is a test event. Your endpoint receives events like this one.';

export const events = {
  ...subscribable,
  [TEST_EVENT]: event({
    payload: v.strictObject({
      webhook_endpoint: v.strictObject({ id: numericId }),
      message: v.string(),
    }),
    cause: 'A test was requested with POST /webhook-endpoints/{id}/test',
    example: { webhook_endpoint: { id: 0 }, message: TEST_MESSAGE },
    since: '2026-11-22',
  }),
} as const satisfies EventTable;

export type EventType = keyof typeof events;

export type WebhookEvent = DomainEvent<EventType>;

export const subscribableEvents = Object.keys(subscribable) as readonly (keyof typeof subscribable)[];
export const eventTypes = Object.keys(events) as readonly EventType[];
