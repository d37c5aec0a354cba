/** With which deliveries stores have an album, or are about to get it. */
import { dspOf, isAccepted } from './album-stores.ts';
import type { Delivery } from './api/deliveries.ts';

/**
 * @param newest the last delivery of each album to each store.
 * @param readOthers reads all deliveries of albums to stores that have not accepted their last one. They may still
 * have an earlier one.
 * @returns the last delivery that each store accepted, and pending ones, without takedowns.
 */
export async function storeOffers(
  newest: readonly Delivery[],
  readOthers: (accepted: readonly Delivery[]) => Promise<readonly Delivery[]>,
): Promise<Delivery[]> {
  const last = newest.filter((each) => isOffer(each) && isAccepted(each));
  const others = (await readOthers(last)).filter(isOffer).toSorted(byId);
  const accepted = new Map(others.filter(isAccepted).map((each) => [placeOf(each), each]));
  return [...last, ...accepted.values(), ...others.filter(({ fields }) => fields.status === 'pending')];
}

const isOffer = ({ fields }: Delivery): boolean => fields.type !== 'takedown';

const byId = (left: Delivery, right: Delivery): number => Number(left.id) - Number(right.id);

/** The same for all deliveries of an album to a store. */
const placeOf = (delivery: Delivery): string => `${delivery.fields.album} ${dspOf(delivery)}`;
