/** The work of a delivery, stored as a row beside its record: the hand-over, then the wait for a report. */
import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import type { Claimed } from '../../kit/work/due.ts';
import { movedApproval } from '../rules/moved-approval.ts';

const report = v.object({
  outcome: v.picklist(['completed', 'rejected']),
  reason: v.nullable(v.string()),
});

export const storeWork = defineWork({
  name: 'store-delivery',
  queue: {
    name: 'Store',
    consumer: 'deliver-releases',
    mapping: 'ReleasesToDeliver',
    // Most of the time is spent waiting for other servers.
    concurrency: { standard: 10, prod: 50, local: 8 },
  },
  id: 'deliveryId',
  key: (id) => ({ pk: recordKey('deliveries', id).pk, sk: 'work' }),
  fields: {
    ownerId: v.string(),
    /** The report that the store will make; null until the hand-over. */
    report: v.optional(v.nullable(report), null),
    // Rows of older versions and of moved deliveries lack these.
    /** How many deliveries the album had with those of its approval. */
    albumDeliveries: v.optional(v.number()),
    /** How many deliveries its approval has made, all of the same release. */
    approvedTogether: v.optional(v.number()),
    /** Whether an operator has approved the release as it was. */
    isPinned: v.optional(v.boolean()),
    /** Set if the delivery was moved from another stage. */
    moved: v.optional(movedApproval),
  },
  retryGaps: { setting: 'delivery', standard: [300, 900, 3600], local: [2, 5, 10] },
});

export type StoreWork = RowOf<typeof storeWork>;
export type ClaimedStoreWork = Claimed<StoreWork>;
