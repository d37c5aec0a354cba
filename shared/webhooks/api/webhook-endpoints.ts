/** URLs that receive a user's events (specification 2.12, 3.6, 4.13). */
import * as v from 'valibot';
import {
  attr,
  flag,
  hidden,
  httpsUrl,
  integer,
  multilineText,
  oneOf,
  text,
  timestamp,
  timestamps,
} from '../../kit/declare/attribute.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsMeta, showsRecord } from '../../kit/declare/shown-response.ts';
import { moment } from '../../kit/values/moment.ts';
import { subscribableEvents } from '../events.ts';
import { disablers } from '../rules/disablers.ts';

const events = v.pipe(
  v.array(oneOf(subscribableEvents), 'must be a list'),
  v.minLength(1, 'must name at least one event type'),
  v.check((types) => new Set(types).size === types.length, 'must not repeat an event type'),
  v.metadata({ uniqueItems: true }),
);

/** With more detail than owners see, who could probe names of our network. */
const failure = v.object({ at: timestamp, status: v.nullable(v.number()), error: v.nullable(v.string()) });

/** `more`: others can be sent again by repeating the request. */
const recovered = v.strictObject({ resent: integer(0), more: v.boolean() });

export const webhookEndpoints = defineResource({
  type: 'webhook-endpoints',
  about: 'An https address that receives events.',
  group: 'webhooks',
  owner: 'user',
  pageMeta: 'none',
  attributes: {
    /** Checked further by the hooks. */
    url: attr(text(1, 2048), { required: true, sent: httpsUrl(2048), says: 'The address.' }),
    events: attr(events, {
      required: true,
      maxItems: subscribableEvents.length,
      says: 'The types of events that it receives.',
    }),
    description: attr(v.nullable(multilineText(0, 255)), { says: 'A text for the owner.' }),
    'is-active': attr(flag(), {
      writable: 'update',
      initial: true,
      says: 'Whether it receives events. Set it to false to pause the endpoint.',
    }),
    'disabled-at': attr(v.nullable(timestamp), {
      writable: 'never',
      says: 'When it was disabled, after too many failures in a row, with its user, or by an operator.',
    }),
    'disabled-by': attr(v.nullable(oneOf(disablers)), {
      writable: 'never',
      says: 'What disabled it: its owner, too many failures in a row, the disabling of its user, or an operator.',
    }),
    'disabled-reason': attr(v.nullable(text(1, 255)), {
      writable: 'never',
      says: 'Why an operator has disabled it.',
    }),
    'consecutive-failures': attr(integer(0), {
      writable: 'never',
      initial: 0,
      says: 'The number of failed attempts since the last success, across all events.',
    }),
    'signing-secret': attr(v.string(), {
      writable: 'never',
      readable: 'once',
      says: 'The key for signatures. It is shown only when it is created.',
    }),
    /** The last period in which the endpoint was disabled. It gets no events from that period. */
    'last-pause': attr(v.nullable(v.object({ from: timestamp, to: timestamp })), hidden),
    /** Start of the current series of failures, for automatic disabling. */
    'failing-since': attr(v.nullable(timestamp), hidden),
    /** What was wrong with its last attempt, for operators; null after a success. */
    'last-failure': attr(v.nullable(failure), hidden),
    /** Upper limit of the seconds a recent slow attempt took, which paces attempts; null if it was fast. */
    'slow-seconds': attr(v.nullable(v.number()), hidden),
    ...timestamps,
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  actions: {
    'rotate-secret': {
      method: 'POST',
      on: 'record',
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the signing secret of a webhook endpoint and show the new one once',
      parameters: 'single',
      response: showsRecord('webhook-endpoints', { reveals: true }),
    },
    test: {
      method: 'POST',
      on: 'record',
      operationId: 'sendTestEvent',
      summary: 'Send a test event, or an example of a type, to a webhook endpoint',
      parameters: 'single',
      body: {
        attributes: { type: oneOf(subscribableEvents) },
        isOptional: true,
        example: { type: 'store_delivery.completed' },
      },
      response: showsRecord('webhook-events', { status: 202, isLocated: true }),
      rejections: ['webhook-endpoint-disabled'],
    },
    recover: {
      method: 'POST',
      on: 'record',
      operationId: 'recoverWebhookEvents',
      summary: 'Resend all events whose delivery to a webhook endpoint was given up since a given time',
      parameters: 'none',
      body: {
        attributes: { since: moment },
        isOptional: false,
        example: { since: '2026-11-20T12:00:00Z' },
      },
      response: showsMeta(recovered, 202),
      rejections: ['webhook-endpoint-disabled'],
    },
  },
  quota: {
    max: 5,
    code: 'webhook-endpoint-limit',
    detail: 'You already have the maximum of 5 webhook endpoints. Delete one first.',
  },
  unknownMembers: 'rejected',
  foreignRecords: 'hidden',
  clientIds: 'client_id_conflict',
});
