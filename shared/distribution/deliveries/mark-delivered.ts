/** Marks the ISRCs under which tracks were delivered (shared/catalogue/rules/isrc.ts). */

import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { keepIsrcs } from '../../catalogue/delivered-codes.ts';
import type { Change } from '../../kit/records/changes.ts';
import { decided } from '../../kit/records/decided.ts';
import { changedUnseen, findRecords, type Store, save } from '../../kit/records/store.ts';
import { digestOf } from '../../kit/table/digest.ts';
import { required } from '../../kit/values/required.ts';
import { makeOnce } from '../../kit/work/make-once.ts';
import { batchesOf } from '../../platform/batches.ts';
import { markedTracksKey } from '../keys.ts';
import { SHARED_SECONDS, type Sharing } from './shared-release.ts';

/** A track as it was handed to a store. */
interface DeliveredTrack {
  readonly id: string;
  readonly isrc: string | null;
}

/** Each track is a row and one for its code, so a part fits into one transaction. */
const TRACKS_PER_PART = 45;

/**
 * Before the delivery becomes `sent`, so that reports can be matched from then on. Idempotent.
 * @param sharing the deliveries of an approval that hand over the same tracks mark them once.
 */
export async function markDelivered(
  store: Store,
  delivered: readonly DeliveredTrack[],
  sharing?: Sharing,
): Promise<void> {
  if (!sharing) return markAll(store, delivered);
  const { approval, ...making } = sharing;
  const digest = digestOf(JSON.stringify(delivered.map(({ id, isrc }) => [id, isrc])));
  const key = markedTracksKey(approval, digest);
  const made = await makeOnce({ ...making, key, keptSeconds: SHARED_SECONDS }, async () => {
    await markAll(store, delivered);
    return {};
  });
  if (!made) await markAll(store, delivered);
}

async function markAll(store: Store, delivered: readonly DeliveredTrack[]): Promise<void> {
  for (const part of batchesOf(delivered, TRACKS_PER_PART)) await markPart(store, part);
}

/** Rereads tracks that change concurrently and skips deleted ones. */
async function markPart(unread: Store, part: readonly DeliveredTrack[]): Promise<void> {
  const codes = new Map(part.map(({ id, isrc }) => [id, isrc ?? '']));
  await decided(unread, async (store) => {
    const current = await findRecords(store, tracks, codes.keys());
    const codeOf = (track: Track) => required(codes.get(track.id), 'Only these tracks are read.');
    const unmarked = current.filter((track) => track.fields['delivered-isrc'] !== codeOf(track));
    if (unmarked.length === 0) return 'marked';
    const changes = unmarked.map((track) => deliveredAs(track, codeOf(track)));
    const kept = keepIsrcs(unmarked.map((track) => ({ track, code: codeOf(track) })));
    return (await save(store, changes, kept)).is === 'saved' ? 'marked' : 'again';
  });
}

const deliveredAs = (before: Track, code: string): Change => ({
  resource: tracks,
  before,
  after: changedUnseen(before, { 'delivered-isrc': code }),
});
