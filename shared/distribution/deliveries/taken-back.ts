/** Orders a takedown after earlier deliveries to the same store, so that the takedown is the last. */
import type { Store } from '../../kit/records/store.ts';
import { dueValue } from '../../kit/work/due.ts';
import { deliveriesTo, laterDeliveries } from '../album-stores.ts';
import type { Sent } from './parcel-of.ts';
import { storeWork } from './store-work.ts';

type Subject = Pick<Sent, 'delivery' | 'album'>;

/**
 * Whether a later takedown was approved while this delivery waited. Delivering it would bring the album back.
 */
export async function isTakenBack(store: Store, { delivery, album }: Subject): Promise<boolean> {
  if (delivery.fields.type === 'takedown') return false;
  const later = await laterDeliveries(store, album, delivery);
  return later.some(
    ({ fields: { type, status, report } }) =>
      type === 'takedown' && status !== 'error' && report !== 'rejected',
  );
}

/**
 * Whether an earlier delivery is being handed over to the store, which can take minutes. The takedown then
 * waits. A hand-over that starts later detects the takedown by `isTakenBack`.
 */
export async function isStillArriving(store: Store, { delivery, album }: Subject): Promise<boolean> {
  const { type, dsp } = delivery.fields;
  if (type !== 'takedown' || dsp === null) return false;
  const pending = (await deliveriesTo(store, album, [dsp])).filter(
    ({ id, fields }) => fields.status === 'pending' && Number(id) < Number(delivery.id),
  );
  const keys = pending.map(({ id }) => storeWork.key(id));
  const rows = await store.table.getMany(keys, true);
  return rows.some((row) => String(dueValue(row, 'claimedUntil') ?? '') > store.now.toISOString());
}
