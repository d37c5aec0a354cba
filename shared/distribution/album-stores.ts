/** Which DSPs have an album, or are about to get it, according to its record and its deliveries. */
import type { Album } from '../catalogue/api/albums.ts';
import { linkingsOf } from '../kit/records/linked-records.ts';
import { findInOrder, type Store } from '../kit/records/store.ts';
import { required } from '../kit/values/required.ts';
import { type Delivery, deliveries } from './api/deliveries.ts';
import type { AlbumDsps } from './rules/store-requests.ts';

/**
 * Valid as long as the album has not changed since it was read, because every approval writes the album.
 * @param allowed the DSPs that the owner may distribute to.
 */
export async function dspsOf(store: Store, album: Album, allowed: readonly string[]): Promise<AlbumDsps> {
  const newest = new Map((await deliveryIds(store, album)).map((each) => [each.dsp, each]));
  const records = await deliveriesWith(store, [...newest.values()]);
  const pending = records.filter(({ fields }) => fields.status === 'pending');
  const isTakedown = ({ fields }: Delivery) => fields.type === 'takedown';
  const { dsps: assigned, 'live-dsps': live } = album.fields;
  return {
    assigned,
    allowed,
    live: live.toSorted((left, right) => Number(left) - Number(right)),
    arriving: pending.filter((each) => !isTakedown(each)).map(dspOf),
    leaving: pending.filter(isTakedown).map(dspOf),
  };
}

/** @returns the deliveries of the album to the given DSPs, oldest first. */
export async function deliveriesTo(
  store: Store,
  album: Album,
  dsps: readonly string[],
): Promise<readonly Delivery[]> {
  if (dsps.length === 0) return [];
  const all = await deliveryIds(store, album);
  return deliveriesWith(
    store,
    all.filter(({ dsp }) => dsps.includes(dsp)),
  );
}

/** @returns the deliveries of the album to the same DSP that were approved later, oldest first. */
export async function laterDeliveries(
  store: Store,
  album: Album,
  { id: earlier, fields }: Delivery,
): Promise<readonly Delivery[]> {
  const all = await deliveryIds(store, album);
  const later = all.filter(({ id, dsp }) => dsp === fields.dsp && Number(id) > Number(earlier));
  return deliveriesWith(store, later);
}

/** Whether the store accepted the delivery and has not rejected it since. */
export const isAccepted = ({ fields }: Delivery): boolean =>
  fields.status === 'sent' && fields.report !== 'rejected';

export const dspOf = ({ fields }: Delivery): string => required(fields.dsp, EACH_HAS_DSP);

const EACH_HAS_DSP = 'Each delivery has a DSP.';

interface DeliveryId {
  readonly id: string;
  readonly dsp: string;
}

/** Oldest first. */
async function deliveryIds(store: Store, album: Album): Promise<readonly DeliveryId[]> {
  const linkings = await linkingsOf(store, [album], { resource: deliveries, by: 'album' });
  return (linkings.get(album.id) ?? []).map(({ id, ids }) => ({
    id,
    dsp: required(ids['dsp'], EACH_HAS_DSP),
  }));
}

const deliveriesWith = (store: Store, all: readonly DeliveryId[]): Promise<Delivery[]> =>
  findInOrder(
    store,
    deliveries,
    all.map(({ id }) => id),
  );
