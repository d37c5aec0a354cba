/** Deliveries: what happened to an album at each store (specification 2.8, 3.2, 4.9). Read-only. */
import * as v from 'valibot';
import { attr, oneOf, text, timestamp, timestamps } from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, known, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { deliveryStatuses, requestTypes, storeStatements } from '../rules/distribution.ts';

const never = { writable: 'never' } as const;
/** For events and operators only. */
const hidden = { writable: 'never', readable: 'never' } as const;

export const deliveries = defineResource({
  type: 'deliveries',
  about: 'The transfer of an album to one store, or of its takedown.',
  fields: {
    date: 'When it was created, sent, or given up.',
    type: 'What the store is asked to do.',
    status: 'Whether the store has it.',
    errors: 'Why it could not be sent.',
    dsp: 'The store.',
    album: 'The album.',
    'distribution-request': 'The request that caused it.',
  },
  group: 'distribution',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'A delivery is `pending` until the store accepts the package (`sent`), rejects it, or cannot be reached in four attempts (`error`, with the reason in `errors`). A delivery that the store does not need, because it takes none of the tracks, is `sent` as well.',
    'When an album is deleted, its deliveries remain, without an album. Those that were `pending` end in `error`. Store reports on the others are still recorded and announced.',
    'If the album is taken down from a store while an earlier delivery to it is `pending`, that delivery ends in `error`, so that it does not bring the album back.',
    'A store later reports that it has completed or rejected what was sent. Without a report for 14 days (a setting of the stage), the delivery is considered complete. It is announced as `store_delivery.completed`, and a contradicting report is rejected.',
    '`meta.report` is what the store reported, with the time: `completed`, `rejected`, or `skipped` if it needed nothing. It is null until then. `filter[outcome]` finds deliveries by it.',
    '`meta.store-delivery-id` is the `store_delivery.id` of its events. While the delivery is `pending` and will be attempted again, `meta.last-error` states why the last attempt failed; otherwise it is null.',
    '`date` is the time of creation until the delivery is sent or fails, and then the time of that.',
  ],
  attributes: {
    date: attr(timestamp, never),
    type: attr(oneOf(requestTypes), { ...never, initial: 'delivery' }),
    status: attr(oneOf(deliveryStatuses), { ...never, initial: 'pending' }),
    errors: attr(v.nullable(text(1)), never),
    /** The id used in events and with stores. */
    'store-delivery-id': attr(text(1), hidden),
    /** Why the last attempt failed, if another one follows. */
    'last-error': attr(v.nullable(text(1)), hidden),
    /** The store's report after the hand-over; 'skipped' if it needed nothing. */
    report: attr(v.nullable(oneOf(storeStatements)), hidden),
    'report-reason': attr(v.nullable(text(1)), hidden),
    /** Of reports after the hand-over. */
    'report-at': attr(v.nullable(timestamp), hidden),
    /** For events. Copied from the album when the delivery is created and when the album is deleted. */
    'album-title': attr(text(1), hidden),
    'album-upc': attr(v.nullable(text(1)), hidden),
    /** The id of the album after its deletion. */
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
