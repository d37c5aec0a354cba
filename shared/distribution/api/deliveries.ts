/** Deliveries: what happened to an album at each store (specification 2.8, 3.2, 4.9). Made and changed by the system only. */
import * as v from 'valibot';
import { attr, oneOf, text, timestamp, timestamps } from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, known, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { deliveryStatuses, requestTypes, storeStatements } from '../rules/distribution.ts';

const never = { writable: 'never' } as const;
/** Kept for events and for operators. */
const hidden = { writable: 'never', readable: 'never' } as const;

export const deliveries = defineResource({
  type: 'deliveries',
  group: 'distribution',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'A delivery is `pending` until the store takes the package (`sent`), or does not take it or cannot be reached four times (`error`, with the reason in `errors`). A store that needs nothing of the release, because it takes no such tracks, is `sent` as well.',
    'A delivery stays when its album is deleted: it is listed without an album, and what its store reports is recorded and announced as before. One that was `pending` ends in `error`.',
    'A delivery that is still `pending` when the album was taken down from the same store by a later request ends in `error`, so that it does not bring the album back.',
    'A store reports later that it has completed or rejected what was sent. Without a report for 14 days, a setting of the stage, the delivery is considered complete: it is announced as `store_delivery.completed`, and a contradicting report is rejected.',
    '`meta.store-delivery-id` is the `store_delivery.id` of its events. `meta.last-error` says why the last attempt failed while the delivery is `pending` and is attempted again; otherwise it is null.',
    '`date` is when it was made, until it is sent or fails; then when that happened.',
  ],
  attributes: {
    date: attr(timestamp, never),
    type: attr(oneOf(requestTypes), { ...never, initial: 'delivery' }),
    status: attr(oneOf(deliveryStatuses), { ...never, initial: 'pending' }),
    errors: attr(v.nullable(text(1)), never),
    /** The id that stores and events know it by. */
    'store-delivery-id': attr(text(1), hidden),
    /** Why the last attempt failed, while it is to be repeated. */
    'last-error': attr(v.nullable(text(1)), hidden),
    /** What the store said after the hand-over; 'skipped': it needed nothing. */
    report: attr(v.nullable(oneOf(storeStatements)), hidden),
    'report-reason': attr(v.nullable(text(1)), hidden),
    /** Of the album when the delivery was made, or when it was deleted: events tell them of a deleted album, too. */
    'album-title': attr(text(1), hidden),
    'album-upc': attr(v.nullable(text(1)), hidden),
    /** The id of an album that was deleted. */
    'deleted-album': attr(v.nullable(text(1)), hidden),
    ...timestamps,
  },
  relationships: {
    dsp: toOne('dsps', never),
    album: toOne('albums', { ...never, onDelete: 'clear' }),
    'distribution-request': toOne('distribution-requests', never),
  },
  operations: ['list', 'read'],
  filters: {
    album: related('album'),
    dsp: anyOf('dsp'),
    status: known('status', deliveryStatuses),
    type: known('type', requestTypes),
  },
  meta: v.strictObject({ 'store-delivery-id': v.string(), 'last-error': v.nullable(v.string()) }),
  sorts: ['date', 'status', 'created-at', 'updated-at'],
  includes: ['album', 'dsp', 'distribution-request'],
});

export type Delivery = Stored<typeof deliveries>;
