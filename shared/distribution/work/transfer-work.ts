/**
 * The transfer of a package to a connected store. Its row replaces the row of the hand-over that made the package (shared/distribution/work/store-work.ts), so that one claim is for both.
 */
import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { transferQueue } from './transfer-queue.ts';

export const transferWork = defineWork({
  name: 'store-transfer',
  queue: transferQueue,
  called: 'delivery',
  id: 'deliveryId',
  key: (id) => ({ pk: recordKey('deliveries', id).pk, sk: 'work' }),
  fields: {
    /** The DSP, because transfers to a slow store must not delay those to others. */
    ownerId: v.string(),
    /** The product code of the release in the package. */
    upc: v.nullable(v.string()),
    /** How many tracks it has. */
    tracks: v.optional(v.number()),
    /** When the package was ready. Names the folder at the store. */
    readyAt: v.string(),
    /** How many attempts have failed. Those that ran out of time and continue do not count. */
    failed: v.number(),
    /** How many files of the package are at the store. */
    placed: v.optional(v.number(), 0),
    albumDeliveries: v.optional(v.number()),
    approvedTogether: v.optional(v.number()),
    isPinned: v.optional(v.boolean()),
  },
  retryGaps: { setting: 'transfer', standard: [60, 300, 900, 3600, 10_800, 21_600], local: [2, 5, 10] },
});

export type TransferWork = RowOf<typeof transferWork>;
