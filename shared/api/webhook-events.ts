/** What was announced to the caller's endpoints in the last 30 days (specification 2.13, 4.13). */
import * as v from 'valibot';
import { eventTypes } from '../events/catalogue.ts';
import { attr, oneOf, timestamp } from './define/attribute.ts';
import { date, known } from './define/filter.ts';
import { defineResource } from './define/resource.ts';

export const webhookEvents = defineResource({
  type: 'webhook-events',
  group: 'webhooks',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    type: attr(oneOf(eventTypes), { writable: 'never' }),
    'created-at': attr(timestamp, { writable: 'never' }),
    data: attr(v.record(v.string(), v.unknown()), { writable: 'never' }),
    /** Read from the delivery rows; only those of the caller's current endpoints. */
    deliveries: attr(v.array(v.record(v.string(), v.unknown())), { writable: 'never', initial: [] }),
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
