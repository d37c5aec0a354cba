/** The deliveries of an approved request, for the DSPs that still need one. */
import { randomUUID } from 'node:crypto';
import { allowedDsps } from '../accounts/allowed-dsps.ts';
import { users } from '../accounts/api/users.ts';
import type { Album } from '../catalogue/api/albums.ts';
import type { Stored } from '../kit/declare/fields.ts';
import { type Change, unchangedCheck } from '../kit/records/changes.ts';
import { changedUnseen, findRecord, newRecord, type Store } from '../kit/records/store.ts';
import type { Write } from '../kit/table/write.ts';
import { Problems, throwIfAny } from '../kit/values/problems.ts';
import {
  type AlbumDeliveries,
  type DeliveryId,
  deliveriesAmong,
  deliveriesOf,
  dspOf,
  dspsOf,
  isAccepted,
  knownDeliveries,
  newestDeliveries,
} from './album-stores.ts';
import { type Delivery, deliveries } from './api/deliveries.ts';
import type { DistributionRequest } from './api/distribution-requests.ts';
import { deliveriesOfAlbum } from './counters.ts';
import { hasFailed } from './rules/delivery-lists.ts';
import type { RequestType } from './rules/distribution.ts';
import { isSame } from './rules/request-countries.ts';
import { type AlbumDsps, noneRemain, remainingDsps } from './rules/store-requests.ts';
import { takedownProblems } from './store-countries.ts';
import { storeWork } from './work/store-work.ts';

/** The deliveries to make, each with its type. */
export interface Recipients {
  readonly owner: Stored<typeof users> | undefined;
  readonly types: ReadonlyMap<string, RequestType>;
  /** The last delivery to each of these DSPs that has failed. */
  readonly replaced: ReadonlyMap<string, Delivery>;
  /** The last deliveries to the others. One that fails before the approval is written would not be replaced. */
  readonly others: readonly Delivery[];
}

/** What the recipients depend on besides the album, and can be read together with it. */
export interface RecipientFacts {
  readonly owner: Stored<typeof users> | undefined;
  readonly deliveries: readonly DeliveryId[];
}

/** @param reading the owner, if a decision holds it in another way than the rest. */
export async function recipientFacts(
  store: Store,
  album: Pick<Album, 'id' | 'ownerId'>,
  reading: Promise<RecipientFacts['owner']> = findRecord(store, users, album.ownerId),
): Promise<RecipientFacts> {
  const [owner, list] = await Promise.all([reading, deliveriesOf(store, album)]);
  return { owner, deliveries: list };
}

/** @param facts read together with the album, or after it. */
export async function dspsFor(
  store: Store,
  album: Album,
  { owner, deliveries: early }: RecipientFacts,
): Promise<AlbumDeliveries & { readonly dsps: AlbumDsps }> {
  const list = await knownDeliveries(store, album, early);
  const allowed = owner ? allowedDsps(owner) : [];
  const newest = await newestDeliveries(store, list);
  return { dsps: dspsOf(album, { allowed, newest }), list, newest };
}

/**
 * A DSP that never had the album gets a first delivery, even by an update.
 * @throws Problems if no DSP of the request remains, or a takedown is for some countries only.
 */
export async function recipientsOf(
  store: Store,
  { request: { fields }, album }: { request: DistributionRequest; album: Album },
  facts: RecipientFacts,
): Promise<Recipients> {
  const request = { type: fields['request-type'], named: fields.dsps };
  const { dsps, list, newest } = await dspsFor(store, album, facts);
  const remaining = remainingDsps(request, dsps);
  if (remaining.length === 0) throw new Problems([noneRemain(request, dsps)]);
  // Earlier versions gave a takedown that named no countries those of the album.
  if (request.type === 'takedown' && !isSame(fields.countries, album.fields.countries))
    throwIfAny(await takedownProblems(store, { list, newest, dsps: remaining, named: fields.countries }));
  const others = remaining.filter((dsp) => !dsps.live.includes(dsp));
  const hadAlbum = [...dsps.live, ...(await formerDsps(store, list, others))];
  const types = remaining.map((dsp) => [dsp, hadAlbum.includes(dsp) ? request.type : 'delivery'] as const);
  const last = newest.filter((each) => remaining.includes(dspOf(each)));
  const failed = last.filter(({ fields: each }) => hasFailed(each));
  return {
    owner: facts.owner,
    types: new Map(types),
    replaced: new Map(failed.map((each) => [dspOf(each), each])),
    others: last.filter((each) => !failed.includes(each)),
  };
}

/**
 * @param isPinned whether the release is approved as it is.
 * @returns the records and their work, for the transaction of the approval, which also writes the album.
 */
export function newDeliveries(
  store: Store,
  {
    request: { id, ownerId },
    album,
    isPinned,
  }: { request: DistributionRequest; album: Album; isPinned: boolean },
  { owner, types, replaced, others }: Recipients,
): { readonly also: readonly Change[]; readonly writes: readonly Write[] } {
  const records = Array.from(types, ([dsp, type]) =>
    newRecord(store, deliveries, {
      ownerId,
      fields: {
        date: store.now.toISOString(),
        type,
        'store-delivery-id': randomUUID(),
        'album-title': album.fields.title,
        'album-upc': album.fields['upc-code'],
        dsp,
        album: album.id,
        'distribution-request': id,
      },
    }),
  );
  const approvedTogether = records.length;
  const albumDeliveries = deliveriesOfAlbum.of(album) + approvedTogether;
  const replacements = records.flatMap((record): Change[] => {
    const before = replaced.get(dspOf(record));
    return before
      ? [{ resource: deliveries, before, after: changedUnseen(before, { 'replaced-by': record.id }) }]
      : [];
  });
  return {
    also: [...records.map((after) => ({ resource: deliveries, after })), ...replacements],
    writes: [
      ...(owner ? [unchangedCheck(owner)] : []),
      ...others.map(unchangedCheck),
      ...records.map(({ id: deliveryId }) =>
        storeWork.start({ deliveryId, ownerId, albumDeliveries, approvedTogether, isPinned }, store.now),
      ),
    ],
  };
}

/** @returns the given DSPs that had the album before. */
async function formerDsps(
  store: Store,
  list: readonly DeliveryId[],
  dsps: readonly string[],
): Promise<string[]> {
  const accepted = (await deliveriesAmong(store, list, dsps)).filter(isAccepted);
  return accepted.flatMap(({ fields: { type, dsp } }) => (type !== 'takedown' && dsp !== null ? [dsp] : []));
}
