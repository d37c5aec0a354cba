/** Marks the ISRCs under which tracks were delivered (shared/catalogue/rules/isrc.ts). */
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import type { Change } from '../../kit/records/changes.ts';
import { changedUnseen, findRecords, retried, type Store, save } from '../../kit/records/store.ts';
import { batchesOf } from '../../platform/batches.ts';

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
