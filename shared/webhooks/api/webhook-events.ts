/** Events sent to the caller's endpoints in the last 30 days (specification 2.13, 4.13). */
import * as v from 'valibot';
import { attr, hidden, integer, oneOf, timestamp, timestamps } from '../../kit/declare/attribute.ts';
import { date, type Filter, known } from '../../kit/declare/filter.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsRecord } from '../../kit/declare/shown-response.ts';
import type { Json } from '../../kit/table/item.ts';
import { events, eventTypes } from '../events.ts';
import {
  type Deliveries,
  deliveryStatuses,
  failureReasons,
  type Statuses,
} from '../rules/webhook-delivery.ts';

const json = v.custom<Json>((value) => value !== undefined);

const ENDPOINT_ID = /^[1-9]\d{0,15}$/;

const facts = {
  attempts: integer(0),
  lastResponseStatus: v.nullable(integer(0, 999)),
  failureReason: v.nullable(oneOf(failureReasons)),
  lastAttempts: v.array(v.object({ at: timestamp, ms: integer(0) })),
};
const storedDelivery = v.variant('status', [
  v.object({ ...facts, status: v.literal('pending'), position: integer(0), nextAttemptAt: timestamp }),
  v.object({ ...facts, status: v.literal('succeeded'), deliveredAt: timestamp }),
  v.object({ ...facts, status: v.literal('failed'), failedAt: timestamp }),
]);
const storedDeliveries = v.record(v.pipe(v.string(), v.regex(ENDPOINT_ID)), storedDelivery);

/** Checked in exports only. Otherwise, only the service writes them. */
const deliveries = v.custom<Deliveries>(
  (value) => v.is(storedDeliveries, value),
  'must be deliveries by the ids of endpoints',
);

/** Several types of events share a payload. */
const payload = v.union([...new Set(Object.values(events).map((each) => each.payload))]);

const shownDelivery = v.strictObject({
  'endpoint-id': v.string(),
  status: oneOf(deliveryStatuses),
  attempts: integer(0),
  'last-response-status': v.nullable(integer(100, 999)),
  'delivered-at': v.nullable(timestamp),
});

const pastAttempt = v.strictObject({
  at: timestamp,
  status: v.nullable(integer(0, 999)),
  reason: v.nullable(oneOf(failureReasons)),
  milliseconds: integer(0),
  excerpt: v.nullable(v.string()),
});

const explainedDelivery = v.strictObject({
  'endpoint-id': v.string(),
  /** Why the last attempt failed. */
  reason: v.nullable(oneOf(failureReasons)),
  'next-attempt-at': v.nullable(timestamp),
  attempts: v.pipe(v.array(pastAttempt), v.maxLength(5)),
});

const endpoint: Filter<'endpoints'> = {
  field: 'endpoints',
  from: 'index',
  parse: (id) => (ENDPOINT_ID.test(id) ? (ids) => Array.isArray(ids) && ids.includes(id) : null),
  finds: 'with a delivery to this endpoint',
  expects: 'the id of a webhook endpoint',
  example: '1',
};

const status: Filter<'statuses'> = {
  ...known('statuses', deliveryStatuses),
  finds: 'with a delivery in this status',
  parse: (value) =>
    deliveryStatuses.some((each) => each === value)
      ? (statuses) => Object.values(Object(statuses)).includes(value)
      : null,
};

export const webhookEvents = defineResource({
  type: 'webhook-events',
  about: 'An event that was sent, or is to be sent, to webhook endpoints.',
  group: 'webhooks',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    type: attr(oneOf(eventTypes), { writable: 'never', says: 'The type of the event.' }),
    'created-at': timestamps['created-at'],
    /** Stored as text (deliveries/event-record.ts). */
    data: attr(json, {
      writable: 'never',
      shown: payload,
      says: 'What happened, as in the body of the webhook.',
    }),
    /** Shown as a list of the deliveries to the caller's current endpoints. */
    deliveries: attr(deliveries, {
      writable: 'never',
      initial: {},
      shown: v.array(shownDelivery),
      says: 'Whether each endpoint has received it.',
    }),
    /** Ids of the addressed endpoints, including deleted ones. */
    endpoints: attr(v.array(v.string()), { ...hidden, initial: [] }),
    /** The statuses of the deliveries, for index entries. */
    statuses: attr(
      v.custom<Statuses>((value) => typeof value === 'object' && value !== null),
      { ...hidden, initial: {} },
    ),
  },
  operations: ['list', 'read'],
  actions: {
    resend: {
      method: 'POST',
      on: 'record',
      operationId: 'resendWebhookEvent',
      summary: 'Resend a webhook event to the active endpoints whose delivery has ended',
      parameters: 'single',
      response: showsRecord('webhook-events', { status: 202, isLocated: true }),
      budget: 'resends',
      rejections: ['nothing_to_resend'],
    },
  },
  meta: v.strictObject({ deliveries: v.array(explainedDelivery) }),
  filters: {
    type: known('type', eventTypes),
    endpoint,
    status,
    'created-at-gte': date('created-at', 'gte'),
    'created-at-lte': date('created-at', 'lte'),
  },
  sorts: ['created-at'],
  defaultSort: ['-created-at'],
  foreignRecords: 'hidden',
  badParameters: { unsupported: 'invalid_filter', invalid: 'invalid_filter' },
  idPattern: /^evt_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
});
