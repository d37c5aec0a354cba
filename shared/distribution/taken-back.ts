/** Whether a store must not get a delivery any more, because the album was taken down from it since. */
import type { albums } from '../api/albums.ts';
import type { Stored } from '../api/define/fields.ts';
import type { deliveries } from '../api/deliveries.ts';
import type { Store } from '../records/store.ts';
import { laterDeliveries } from './album-stores.ts';

/**
 * A delivery that is attempted again, or waits for long, can come after a takedown that was approved later. Handed over
 * then, it would bring the album back.
 */
export async function isTakenBack(
  store: Store,
  {
    delivery,
    album,
  }: { readonly delivery: Stored<typeof deliveries>; readonly album: Stored<typeof albums> },
): Promise<boolean> {
  if (delivery.fields.type === 'takedown') return false;
  const later = await laterDeliveries(store, album, delivery);
  return later.some(
    ({ fields: { type, status, report } }) =>
      type === 'takedown' && status !== 'error' && report !== 'rejected',
  );
}
