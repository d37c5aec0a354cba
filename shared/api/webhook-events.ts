/** What was announced to the caller's endpoints in the last 30 days (specification 2.13, 4.13). */
import * as v from 'valibot';
import { eventTypes } from '../domain/event-types.ts';
import type { Json } from '../table/item.ts';
import { attr, computed, oneOf, timestamp } from './define/attribute.ts';
import { date, known } from './define/filter.ts';
import { defineResource } from './define/resource.ts';

const json = v.custom<Json>((value) => value !== undefined);

export const webhookEvents = defineResource({
  type: 'webhook-events',
  group: 'webhooks',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'The attribute `type` is named as the specification names it, which strict JSON:API does not allow.',
    '`meta.deliveries` says for each endpoint why the last attempt failed: `status`, `timeout`, `no_response`, `tls`, `unreachable`, `refused_address`, or null.',
  ],
  attributes: {
    type: attr(oneOf(eventTypes), { writable: 'never' }),
    'created-at': attr(timestamp, { writable: 'never' }),
    /** Kept as text: event-record.ts. */
    data: attr(json, { writable: 'never' }),
    /** Read from the delivery rows: those of the caller's current endpoints. */
    deliveries: computed([]),
    /** Whom it was addressed to, current or not. */
    endpoints: attr(v.array(v.string()), { writable: 'never', readable: 'never', initial: [] }),
  },
  relationships: {},
  operations: ['list', 'read'],
  filters: {
    type: known('type', eventTypes),
    'created-at-gte': date('created-at', 'gte'),
    'created-at-lte': date('created-at', 'lte'),
  },
  sorts: ['created-at'],
  defaultSort: ['-created-at'],
  foreignRecords: 'hidden',
  badParameters: 'invalid_filter',
  idPattern: /^evt_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
});
