/** Records that an attempt of a delivery failed and is repeated: when, and why, in one transaction. */
import { changed, findRecord, retried, type Store, save } from '../../kit/records/store.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { deliveries } from '../api/deliveries.ts';
import { storeWorkKey } from '../keys.ts';
import type { Settled } from './settle-delivery.ts';
import { type ClaimedStoreWork, type StoreWork, toStoreWorkItem } from './store-work.ts';

/** @param next the next attempt. */
export function postponeDelivery(
  store: Store,
  claimed: ClaimedStoreWork,
  { next, reason }: { next: StoreWork; reason: string },
): Promise<Settled> {
  const { table } = store;
  const work = { put: toStoreWorkItem(next), condition: isHeld(claimed) };
  return retried<Settled>(async () => {
    const row = await table.get(storeWorkKey(claimed.deliveryId));
    const before = await findRecord(store, deliveries, claimed.deliveryId);
    if (before?.fields.status !== 'pending' || !isHeldIn(row, claimed)) return 'overtaken';
    const after = changed(store, deliveries, { before, fields: { 'last-error': reason } });
    const outcome = await save(store, [{ resource: deliveries, before, after }], [work]);
    return outcome.is === 'saved' ? 'settled' : 'again';
  });
}
