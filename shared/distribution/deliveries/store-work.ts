/** The work of a delivery, as a row of the table beside its record: handing it over, and then hearing of the store. */
import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf, workOwner } from '../../kit/work/define-work.ts';
import type { Claimed } from '../../kit/work/due.ts';

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
    // It waits for the servers of others most of the time.
    concurrency: { standard: 10, prod: 50, local: 8 },
  },
  id: 'deliveryId',
  key: (id) => ({ pk: recordKey('deliveries', id).pk, sk: 'work' }),
  fields: {
    ownerId: workOwner,
    /** What the store will say later; null while the delivery is to be handed over. */
    report: v.optional(v.nullable(report), null),
  },
  retryGaps: { setting: 'delivery', standard: [300, 900, 3600], local: [2, 5, 10] },
});

export type StoreWork = RowOf<typeof storeWork>;
export type ClaimedStoreWork = Claimed<StoreWork>;
