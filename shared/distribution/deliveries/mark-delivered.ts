/** Marks the ISRCs under which tracks were delivered (shared/catalogue/rules/isrc.ts). */

import type { Album } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { placesWith } from '../../catalogue/contents/track-contents.ts';
import { findPlaces } from '../../catalogue/contents/track-places.ts';
import { type TrackWarning, warningsOfFields } from '../../catalogue/rules/track-warnings.ts';
import type { Change } from '../../kit/records/changes.ts';
import { decided } from '../../kit/records/decided.ts';
import { changedUnseen, findRecord, findRecords, type Store, save } from '../../kit/records/store.ts';
import { digestOf } from '../../kit/table/digest.ts';
import { required } from '../../kit/values/required.ts';
import { makeOnce } from '../../kit/work/make-once.ts';
import { batchesOf } from '../../platform/batches.ts';
import { tracksOn } from '../contents/album-contents.ts';
import { markedTracksKey } from '../keys.ts';
import { SHARED_SECONDS, type Sharing } from './shared-release.ts';

/** A track as it was handed to a store. */
interface DeliveredTrack {
  readonly id: string;
  /** Undefined if only an album of it was handed over. */
  readonly isrc: string | null | undefined;
}

/** Each track is one row, so a part fits into one transaction. */
const TRACKS_PER_PART = 50;

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

/**
 * Before the album becomes one that a store got. Tracks that were put on it since its release was read count as placed, as they
 * would if they were put on it afterwards. Idempotent.
 */
export async function markJoined(store: Store, album: Album): Promise<void> {
  const placed = await tracksOn(store, album);
  const joined = placed.filter(({ track }) => track.fields['delivered-isrc'] === null);
  await markAll(
    store,
    joined.map(({ track: { id } }) => ({ id, isrc: undefined })),
  );
}

async function markAll(store: Store, delivered: readonly DeliveredTrack[]): Promise<void> {
  for (const part of batchesOf(delivered, TRACKS_PER_PART)) {
    const warned = await markPart(store, part);
    for (const each of warned) await markWithPlaces(store, each);
  }
}

/**
 * Rereads tracks that change concurrently and skips deleted ones.
 * @returns those that remain to be marked, because their albums warn of a code that stores do not have.
 */
async function markPart(unread: Store, part: readonly DeliveredTrack[]): Promise<readonly DeliveredTrack[]> {
  const delivered = new Map(part.map((each) => [each.id, each]));
  return decided(unread, async (store) => {
    const marks = (await findRecords(store, tracks, delivered.keys())).flatMap((track) =>
      markOf(track, required(delivered.get(track.id), 'Only these tracks are read.')),
    );
    const changes = marks.filter(({ warnings }) => !warnings).map(({ change }) => change);
    const warned = part.filter(({ id }) =>
      marks.some((each) => each.warnings && each.change.before.id === id),
    );
    if (changes.length === 0) return warned;
    return (await save(store, changes)).is === 'saved' ? warned : 'again';
  });
}

/** The places of the track on its albums no longer warn, or do from now on. */
async function markWithPlaces(unread: Store, delivered: DeliveredTrack): Promise<void> {
  await decided(unread, async (store) => {
    const track = await findRecord(store, tracks, delivered.id);
    const [mark] = track ? markOf(track, delivered) : [];
    if (!track || !mark) return 'marked';
    const { change, warnings } = mark;
    const also = warnings ? placesWith((await findPlaces(store, track)).records, { warnings }) : [];
    return (await save(store, [change, ...also])).is === 'saved' ? 'marked' : 'again';
  });
}

interface Mark {
  readonly change: Change & { readonly before: Track };
  /** What the places of the track warn of from now on, if that changes. */
  readonly warnings: TrackWarning[] | undefined;
}

/** @returns nothing for a track that is marked. */
function markOf(before: Track, { isrc }: DeliveredTrack): Mark[] {
  const was = before.fields['delivered-isrc'];
  const code = (isrc === undefined ? was : isrc) ?? '';
  if (was === code) return [];
  const after = changedUnseen(before, { 'delivered-isrc': code });
  const [warned, warnings] = [before, after].map(({ fields }) => warningsOfFields(fields));
  const isSame = String(warned) === String(warnings);
  return [{ change: { resource: tracks, before, after }, warnings: isSame ? undefined : warnings }];
}
