/** Which DSPs have an album, or are about to get it, according to its record and its deliveries. */
import { type Album, albums } from '../catalogue/api/albums.ts';
import { linkingsOf } from '../kit/records/linked-records.ts';
import { findInOrder, type Store } from '../kit/records/store.ts';
import { required } from '../kit/values/required.ts';
import { type Delivery, deliveries } from './api/deliveries.ts';
import { deliveriesOfAlbum } from './counters.ts';
import type { AlbumDsps } from './rules/store-requests.ts';

export interface AlbumDeliveries {
  /** All of them, oldest first. */
  readonly list: readonly DeliveryId[];
  /** The last one to each DSP. */
  readonly newest: readonly Delivery[];
}

/** @param list the deliveries of an album, oldest first. @returns the last one to each DSP. */
export const newestDeliveries = (store: Store, list: readonly DeliveryId[]): Promise<readonly Delivery[]> =>
  deliveriesWith(store, [...new Map(list.map((each) => [each.dsp, each])).values()]);

/**
 * Valid as long as the album has not changed since it was read, because every approval writes the album.
 * @param allowed the DSPs that the owner may distribute to. @param newest the last delivery to each DSP.
 */
export function dspsOf(
  album: Album,
  { allowed, newest }: { readonly allowed: readonly string[]; readonly newest: readonly Delivery[] },
): AlbumDsps {
  const pending = newest.filter(({ fields }) => fields.status === 'pending');
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
export const laterDeliveries = async (store: Store, delivery: Delivery): Promise<readonly Delivery[]> =>
  deliveriesWith(store, await laterThan(store, delivery));

/** @returns the id of the last delivery of the album to the same DSP that was approved later, if any. */
export const replacementOf = async (store: Store, delivery: Delivery): Promise<string | null> =>
  (await laterThan(store, delivery)).at(-1)?.id ?? null;

async function laterThan(store: Store, { id: earlier, ownerId, fields }: Delivery): Promise<DeliveryId[]> {
  const { album, dsp } = fields;
  if (album === null) return [];
  const all = await deliveriesOf(store, { id: album, ownerId });
  return all.filter((each) => each.dsp === dsp && Number(each.id) > Number(earlier));
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
