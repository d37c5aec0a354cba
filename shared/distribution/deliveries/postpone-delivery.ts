/** Records that an attempt of a delivery failed and is repeated: when, and why, in one transaction. */
import { changed, findRecord, retried, type Store, save } from '../../kit/records/store.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { deliveries } from '../api/deliveries.ts';
import { type ClaimedStoreWork, type StoreWork, storeWork } from './store-work.ts';

/** @param next the next attempt. @throws Overtaken, also when the delivery is gone. */
export function postponeDelivery(
  store: Store,
  claimed: ClaimedStoreWork,
  { next, reason }: { next: StoreWork; reason: string },
): Promise<void> {
  const { table } = store;
  const work = { put: storeWork.item(next), condition: isHeld(claimed) };
  return retried<void>(async () => {
    const row = await table.get(storeWork.key(claimed.deliveryId));
    const before = await findRecord(store, deliveries, claimed.deliveryId);
    if (before?.fields.status !== 'pending' || !isHeldIn(row, claimed)) throw new Overtaken();
    const after = changed(store, deliveries, { before, fields: { 'last-error': reason } });
    const outcome = await save(store, [{ resource: deliveries, before, after }], [work]);
    return outcome.is === 'saved' ? undefined : 'again';
  });
}
