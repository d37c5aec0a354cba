/** Which DSPs have an album, or are about to get it, according to its record and its deliveries. */
import { type Album, albums } from '../catalogue/api/albums.ts';
import { linkingsOf } from '../kit/records/linked-records.ts';
import { findInOrder, type Store } from '../kit/records/store.ts';
import { required } from '../kit/values/required.ts';
import { type Delivery, deliveries } from './api/deliveries.ts';
import { deliveriesOfAlbum } from './counters.ts';
import type { AlbumDsps } from './rules/store-requests.ts';

/**
 * Valid as long as the album has not changed since it was read, because every approval writes the album.
 * @param allowed the DSPs that the owner may distribute to. @param list the deliveries of the album.
 */
export async function dspsOf(
  store: Store,
  album: Album,
  { allowed, list }: { readonly allowed: readonly string[]; readonly list: readonly DeliveryId[] },
): Promise<AlbumDsps> {
  const newest = new Map(list.map((each) => [each.dsp, each]));
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
export const deliveriesTo = async (
  store: Store,
  album: Album,
  dsps: readonly string[],
): Promise<readonly Delivery[]> => deliveriesAmong(store, await deliveriesOf(store, album), dsps);

/** @param list the deliveries of an album. @returns those to the given DSPs, oldest first. */
export const deliveriesAmong = (
  store: Store,
  list: readonly DeliveryId[],
  dsps: readonly string[],
): Promise<readonly Delivery[]> =>
  deliveriesWith(
    store,
    list.filter(({ dsp }) => dsps.includes(dsp)),
  );

/** @returns the deliveries of the album to the same DSP that were approved later, oldest first. */
export async function laterDeliveries(
  store: Store,
  album: Album,
  { id: earlier, fields }: Delivery,
): Promise<readonly Delivery[]> {
  const all = await deliveriesOf(store, album);
  const later = all.filter(({ id, dsp }) => dsp === fields.dsp && Number(id) > Number(earlier));
  return deliveriesWith(store, later);
}

/** Whether the store accepted the delivery and has not rejected it since. */
export const isAccepted = ({ fields }: Delivery): boolean =>
  fields.status === 'sent' && fields.report !== 'rejected';

export const dspOf = ({ fields }: Delivery): string => required(fields.dsp, EACH_HAS_DSP);

const EACH_HAS_DSP = 'Each delivery has a DSP.';

/** A delivery in the list of its album. */
export interface DeliveryId {
  readonly id: string;
  readonly dsp: string;
}

/** Oldest first. */
export async function deliveriesOf(
  store: Store,
  { id, ownerId }: Pick<Album, 'id' | 'ownerId'>,
): Promise<readonly DeliveryId[]> {
  const album = { type: albums.type, id, ownerId };
  const linkings = await linkingsOf(store, [album], { resource: deliveries, by: 'album' });
  return (linkings.get(album.id) ?? []).map(({ id, ids }) => ({
    id,
    dsp: required(ids['dsp'], EACH_HAS_DSP),
  }));
}

/**
 * @param early the deliveries, read together with the album.
 * @returns those of the album as it was read. It counts them, and none is ever removed.
 */
export const knownDeliveries = async (
  store: Store,
  album: Album,
  early: readonly DeliveryId[],
): Promise<readonly DeliveryId[]> =>
  early.length === deliveriesOfAlbum.of(album) ? early : deliveriesOf(store, album);

const deliveriesWith = (store: Store, all: readonly DeliveryId[]): Promise<Delivery[]> =>
  findInOrder(
    store,
    deliveries,
    all.map(({ id }) => id),
  );
