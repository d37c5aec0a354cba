/** The order of deliveries and takedowns of one album to one store. */
import type { Album } from '../../catalogue/api/albums.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { isItemRunning } from '../../kit/work/due.ts';
import { deliveriesTo, dspOf, isAccepted, laterDeliveries } from '../album-stores.ts';
import type { Delivery } from '../api/deliveries.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { deliveriesOfAlbum, pendingDeliveries, pendingOfRequest } from '../counters.ts';
import { type StoreWork, storeWork } from '../work/store-work.ts';

export interface Handed {
  readonly delivery: Delivery;
  /** The album as it was read before the hand-over. */
  readonly album: Album;
}

/**
 * Whether a later takedown was approved while this delivery waited. Delivering it would bring the album back.
 */
export async function isTakenBack(
  store: Store,
  { delivery, album }: Handed,
  { albumDeliveries }: Pick<StoreWork, 'albumDeliveries'>,
): Promise<boolean> {
  if (delivery.fields.type === 'takedown') return false;
  // No later request was approved.
  if (albumDeliveries === deliveriesOfAlbum.of(album)) return false;
  const later = await laterDeliveries(store, delivery);
  return later.some(
    ({ fields: { type, status, report } }) =>
      type === 'takedown' && status !== 'error' && report !== 'rejected',
  );
}

/**
 * Whether a delivery to a connected store came too late, because the store has a later one of the album already. Its
 * package would replace what is newer.
 */
export async function isOvertaken(store: Store, { delivery }: Handed): Promise<boolean> {
  const later = await laterDeliveries(store, delivery);
  return later.some(isAccepted);
}

/**
 * Whether an earlier delivery is being handed over to the store, which can take minutes. The takedown then
 * waits. A hand-over that starts later detects the takedown by `isTakenBack`.
 */
export const isStillArriving = async (store: Store, handed: Handed): Promise<boolean> =>
  handed.delivery.fields.type === 'takedown' && isEarlierArriving(store, handed);

/** Whether a function hands an earlier delivery of the album over to the same store. */
export async function isEarlierArriving(store: Store, { delivery, album }: Handed): Promise<boolean> {
  const request = await findRecord(store, distributionRequests, delivery.fields['distribution-request']);
  // No other request has pending deliveries. Reading the album first makes sure, because those of the request
  // only become fewer.
  if (request && pendingOfRequest.of(request) === pendingDeliveries.of(album)) return false;
  const pending = (await deliveriesTo(store, album, [dspOf(delivery)])).filter(
    ({ id, fields }) => fields.status === 'pending' && Number(id) < Number(delivery.id),
  );
  const keys = pending.map(({ id }) => storeWork.key(id));
  const rows = await store.table.getMany(keys, true);
  return rows.some((row) => isItemRunning(row, store.now));
}
