/** Where a user wants to hear of changes (specification 2.12, 3.6, 4.13). */
import * as v from 'valibot';
import { subscribableEvents } from '../domain/event-types.ts';
import {
  attr,
  flag,
  integer,
  multilineText,
  oneOf,
  text,
  timestamp,
  timestamps,
} from './define/attribute.ts';
import { defineResource } from './define/resource.ts';

const events = v.pipe(
  v.array(oneOf(subscribableEvents), 'must be a list'),
  v.minLength(1, 'must name at least one event type'),
  v.check((types) => new Set(types).size === types.length, 'must not repeat an event type'),
);

export const webhookEndpoints = defineResource({
  type: 'webhook-endpoints',
  group: 'webhooks',
  owner: 'user',
  pageMeta: 'none',
  docs: [
    'A host that does not resolve and a host with an address that is not public are refused with the same sentence, so that names inside the network of the service cannot be probed.',
  ],
  attributes: {
    url: attr(text(1, 2048), { required: true }),
    events: attr(events, { required: true }),
    description: attr(v.nullable(multilineText(0, 255))),
    'is-active': attr(flag(), { writable: 'update', initial: true }),
    'disabled-at': attr(v.nullable(timestamp), { writable: 'never' }),
    'consecutive-failures': attr(integer(0), { writable: 'never', initial: 0 }),
    'signing-secret': attr(v.string(), { writable: 'never', readable: 'once' }),
    /** When it was last disabled, and until when: what happened in between is not for it. */
    'last-pause': attr(v.nullable(v.object({ from: timestamp, to: timestamp })), {
      writable: 'never',
      readable: 'never',
    }),
    /** When the running streak of failures began: what auto-disabling asks. */
    'failing-since': attr(v.nullable(timestamp), { writable: 'never', readable: 'never' }),
    ...timestamps,
  },
  relationships: {},
  operations: ['list', 'read', 'create', 'update', 'delete'],
  actions: {
    'rotate-secret': { method: 'POST', on: 'record' },
    test: { method: 'POST', on: 'record' },
  },
  quota: {
    max: 5,
    code: 'webhook-endpoint-limit',
    detail: 'You have 5 webhook endpoints, the most there can be: delete one first.',
  },
  unknownMembers: 'refused',
  foreignRecords: 'hidden',
  clientIds: 'client_id_conflict',
});
