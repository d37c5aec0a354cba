/** Deliveries: what happened to an album at each store (specification 2.8, 3.2, 4.9). Read-only. */
import * as v from 'valibot';
import {
  attr,
  hidden,
  integer,
  oneOf,
  readOnly,
  text,
  timestamp,
  timestamps,
} from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, known, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { requestTypes } from '../../reference/rules/request-types.ts';
import { deliveryFailures, deliveryStatuses, storeStatements } from '../rules/distribution.ts';

export const deliveries = defineResource({
  type: 'deliveries',
  about: 'The transfer of an album, or of its takedown, to one store.',
  group: 'distribution',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    date: attr(timestamp, { ...readOnly, says: 'When it was created, sent, or given up.' }),
    type: attr(oneOf(requestTypes), {
      ...readOnly,
      initial: 'delivery',
      says: 'What the store is asked to do.',
    }),
    status: attr(oneOf(deliveryStatuses), {
      ...readOnly,
      initial: 'pending',
      says: 'Whether the store has it.',
    }),
    errors: attr(v.nullable(text(1)), { ...readOnly, says: 'Why the store does not have it.' }),
    /** The id used in events and with stores. */
    'store-delivery-id': attr(text(1), hidden),
    /** Why the last attempt failed, if another one follows. */
    'last-error': attr(v.nullable(text(1)), hidden),
    /** How often it was attempted. Null until the first attempt, and if an earlier version made the last one. */
    attempts: attr(v.nullable(integer(0)), hidden),
    /** Null unless the status is 'error', and if an earlier version has written it. */
    failure: attr(v.nullable(oneOf(deliveryFailures)), hidden),
    /** The id of a later delivery of the album to the store. Only of deliveries that failed. */
    'replaced-by': attr(v.nullable(text(1)), hidden),
    /** The store's report after the hand-over; 'skipped' if it needed nothing. */
    report: attr(v.nullable(oneOf(storeStatements)), hidden),
    'report-reason': attr(v.nullable(text(1)), hidden),
    /** When the store reported after the hand-over. */
    'report-at': attr(v.nullable(timestamp), hidden),
    /** For events. Copied from the album when the delivery is created and when the album is deleted. */
    'album-title': attr(text(1), hidden),
    'album-upc': attr(v.nullable(text(1)), hidden),
    /** The id of the album after its deletion. */
    'deleted-album': attr(v.nullable(text(1)), hidden),
    ...timestamps,
  },
  relationships: {
    dsp: toOne('dsps', { ...readOnly, always: true, says: 'The store.' }),
    album: toOne('albums', { ...readOnly, onDelete: 'clear', says: 'The album.' }),
    'distribution-request': toOne('distribution-requests', {
      always: true,
      ...readOnly,
      says: 'The request that caused it.',
    }),
  },
  operations: ['list', 'read'],
  filters: {
    album: related('album'),
    dsp: anyOf('dsp'),
    status: known('status', deliveryStatuses),
    type: known('type', requestTypes),
    outcome: known('report', storeStatements),
  },
  meta: v.strictObject({
    report: v.nullable(
      v.strictObject({ outcome: oneOf(storeStatements), reason: v.nullable(v.string()), at: timestamp }),
    ),
    'store-delivery-id': v.string(),
    'last-error': v.nullable(v.string()),
  }),
  sorts: ['date', 'status', 'created-at', 'updated-at'],
  includes: ['album', 'dsp', 'distribution-request'],
});

export type Delivery = Stored<typeof deliveries>;
