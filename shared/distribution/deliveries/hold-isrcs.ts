/** Marks the ISRCs under which tracks were delivered (shared/catalogue/rules/isrc.ts). */
import { albums } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import type { Change } from '../../kit/records/changes.ts';
import {
  changedUnseen,
  findRecord,
  findRecords,
  retried,
  type Store,
  save,
} from '../../kit/records/store.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Delivery } from '../api/deliveries.ts';
import { tracksOn } from '../review/album-contents.ts';

/** A track as it was handed to a store. */
export interface DeliveredTrack {
  readonly id: string;
  readonly isrc: string | null;
}

/** Each track is one row, so a part fits into one transaction. */
const TRACKS_PER_PART = 50;

/**
 * Marks the codes before the delivery becomes `sent`, so that reports can be matched from then on.
 * Idempotent.
 */
export async function holdIsrcs(store: Store, delivered: readonly DeliveredTrack[]): Promise<void> {
  for (const part of batchesOf(delivered, TRACKS_PER_PART)) await holdPart(store, part);
}

/** Rereads tracks that change concurrently and skips deleted ones. */
async function holdPart(store: Store, part: readonly DeliveredTrack[]): Promise<void> {
  const codes = new Map(part.map(({ id, isrc }) => [id, isrc ?? '']));
  await retried(async () => {
    const found = await findRecords(store, tracks, codes.keys());
    const changes = found.flatMap((track) => heldAs(track, codes.get(track.id) ?? ''));
    if (changes.length === 0) return 'held';
    return (await save(store, changes)).is === 'saved' ? 'held' : 'again';
  });
}

const heldAs = (before: Track, code: string): Change[] =>
  before.fields['delivered-isrc'] === code
    ? []
    : [{ resource: tracks, before, after: changedUnseen(before, { 'delivered-isrc': code }) }];

/** For albums delivered before codes were marked. */
export const holdIsrcsOf = async (store: Store, { fields }: Delivery): Promise<void> => {
  if (fields.status === 'sent' && fields.type !== 'takedown' && fields.album !== null)
    await holdIsrcsOfAlbum(store, fields.album);
};

/**
 * Marks an album as delivered with its current tracks. If interrupted, the call can be repeated.
 * @internal Tests use it to release albums.
 */
export const holdIsrcsOfAlbum = (store: Store, id: string): Promise<'held'> =>
  retried(async () => {
    const before = await findRecord(store, albums, id);
    if (!before || before.fields['was-delivered']) return 'held';
    const placed = await tracksOn(store, before);
    const delivered = placed.map(({ track }) => ({ id: track.id, isrc: track.fields['isrc-code'] }));
    await holdIsrcs(store, delivered);
    const after = changedUnseen(before, { 'was-delivered': true });
    return (await save(store, [{ resource: albums, before, after }])).is === 'saved' ? 'held' : 'again';
  });
