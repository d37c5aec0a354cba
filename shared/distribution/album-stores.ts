/** Which DSPs have an album, and which are about to: from its record, and from its deliveries. */
import type { Album } from '../catalogue/api/albums.ts';
import { linkingsOf } from '../kit/records/linked-records.ts';
import { recordOf } from '../kit/records/rows.ts';
import type { Store } from '../kit/records/store.ts';
import { recordKey } from '../kit/table/keys.ts';
import { type Delivery, deliveries } from './api/deliveries.ts';
import type { AlbumDsps } from './rules/store-requests.ts';

/**
 * Every approval writes the album, so what this tells holds as long as the album has not changed since it was read.
 * @param allowed the DSPs that the owner may distribute to.
 */
export async function dspsOf(store: Store, album: Album, allowed: readonly string[]): Promise<AlbumDsps> {
  const newest = new Map((await deliveryIds(store, album)).map(({ id, dsp }) => [dsp, id]));
  const pending = (await deliveriesWith(store, [...newest.values()])).filter(
    ({ fields }) => fields.status === 'pending',
  );
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

/** @returns the deliveries of the album to some DSPs, oldest first. */
export async function deliveriesTo(
  store: Store,
  album: Album,
  dsps: readonly string[],
): Promise<readonly Delivery[]> {
  if (dsps.length === 0) return [];
  const ids = (await deliveryIds(store, album)).filter(({ dsp }) => dsps.includes(dsp));
  return deliveriesWith(
    store,
    ids.map(({ id }) => id),
  );
}

/** @returns the deliveries of the album to the same DSP that were approved after one of them, oldest first. */
export async function laterDeliveries(
  store: Store,
  album: Album,
  { id: earlier, fields }: Delivery,
): Promise<readonly Delivery[]> {
  const ids = (await deliveryIds(store, album)).filter(
    ({ id, dsp }) => dsp === fields.dsp && Number(id) > Number(earlier),
  );
  return deliveriesWith(
    store,
    ids.map(({ id }) => id),
  );
}

/** Whether the store took what it was sent, as far as is known. */
export const isAccepted = ({ fields }: Delivery): boolean =>
  fields.status === 'sent' && fields.report !== 'rejected';

const dspOf = ({ fields }: Delivery): string => fields.dsp ?? '';

/** Oldest first. */
async function deliveryIds(store: Store, album: Album): Promise<readonly { id: string; dsp: string }[]> {
  const linkings = await linkingsOf(store, [album], { resource: deliveries, by: 'album' });
  return (linkings.get(album.id) ?? []).map(({ id, ids }) => ({ id, dsp: ids['dsp'] ?? '' }));
}

async function deliveriesWith({ table }: Store, ids: readonly string[]): Promise<Delivery[]> {
  const rows = await table.getMany(
    ids.map((id) => recordKey(deliveries.type, id)),
    true,
  );
  return rows
    .map((row) => recordOf(deliveries, row))
    .toSorted((left, right) => Number(left.id) - Number(right.id));
}
