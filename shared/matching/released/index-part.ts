/** Updates the index of released tracks for some tracks of an album. */
import { albums } from '../../catalogue/api/albums.ts';
import { readTogether } from '../../kit/records/decided.ts';
import { findRecord } from '../../kit/records/store.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import { commitHeld, MAX_HELD_WRITES } from '../../kit/work/lease.ts';
import { type PartResult, TRACKS_PER_PART } from '../album-work.ts';
import { releasedOnKey, releasedTrackKey } from '../keys.ts';
import type { ReleaseIndexing } from './indexing-work.ts';
import { readTracks, trackIdsOf } from './read-release.ts';
import { releasedWrites } from './released-writes.ts';
import { soundIndexingWork } from './sound-indexing-work.ts';

/** @throws Overtaken */
export async function indexPart({
  table,
  claimed,
  held,
  now,
}: Attempt<ReleaseIndexing>): Promise<PartResult> {
  const { albumId, isReleased } = claimed;
  const { album, ids, indexed, part, tracks } = await readTogether({ table }, (reading) =>
    readPart(reading.table, claimed),
  );
  const released = new Map(tracks.map((track) => [track.trackId, track]));
  const unheard = await withoutSound(table, albumId, [...released.keys()]);
  const writes = part.map((id) => {
    const changes = releasedWrites(indexed.get(id), released.get(id));
    return changes.length === 0 && !unheard.has(id)
      ? []
      : [...changes, ...soundWrites(claimed, id, { released, now: now() })];
  });
  for (const transaction of transactionsOf(writes)) await commitHeld(table, transaction, held);
  const isLast = ids.length === part.length && indexed.size < TRACKS_PER_PART;
  const changed = writes.filter(({ length }) => length > 0).length;
  return {
    next: isLast ? null : (part.at(-1) ?? null),
    line: { tenant: album?.ownerId, isReleased, tracks: part.length, changed },
  };
}

/** What is on the album and in the index after the last part, and the tracks of this one. */
async function readPart(table: Table, { albumId, after, isReleased }: ReleaseIndexing) {
  const album = isReleased ? await findRecord({ table }, albums, albumId) : undefined;
  const indexed = await readIndexedAfter(table, albumId, after);
  const onAlbum = album ? (await trackIdsOf(table, album)).filter(isAfter(after)) : [];
  const ids = [...new Set([...onAlbum, ...indexed.keys()])].toSorted((a, b) => Number(a) - Number(b));
  const part = ids.slice(0, TRACKS_PER_PART);
  const present = part.filter((id) => onAlbum.includes(id));
  const tracks = album ? await readTracks(table, album, present) : [];
  return { album, ids, indexed, part, tracks };
}

const isAfter =
  (after: string | null) =>
  (id: string): boolean =>
    Number(id) > Number(after ?? 0);

/** @returns rows by track id, including all indexed tracks up to the end of this part. */
async function readIndexedAfter(
  table: Table,
  albumId: string,
  after: string | null,
): Promise<Map<string, Item>> {
  const { pk: partition, sk: from } = releasedTrackKey(albumId, after ?? '0');
  const upTo = releasedTrackKey(albumId, '9'.repeat(16)).sk;
  // The first row can be the last of the previous part.
  const rows = await table.query({ partition, from, upTo, limit: TRACKS_PER_PART + 1 });
  const tracks = rows.map((row) => [String(row['trackId']), row] as const);
  return new Map(tracks.filter(([id]) => isAfter(after)(id)).slice(0, TRACKS_PER_PART));
}

/** Keeps the writes of one track together. */
function transactionsOf(writes: readonly (readonly Write[])[]): Write[][] {
  const transactions: Write[][] = [];
  for (const some of writes) {
    const last = transactions.at(-1);
    if (last && last.length + some.length <= MAX_HELD_WRITES) last.push(...some);
    else if (some.length > 0) transactions.push([...some]);
  }
  return transactions;
}

/** @returns the tracks that the index by sound does not have as released on the album. */
async function withoutSound(
  table: Table,
  albumId: string,
  trackIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await table.getMany(
    trackIds.map((id) => releasedOnKey(id, albumId)),
    true,
  );
  const heard = new Set(rows.map(({ pk }) => pk));
  return new Set(trackIds.filter((id) => !heard.has(releasedOnKey(id, albumId).pk)));
}

/** Records whether the track is released on the album, and starts the update of the index by sound. */
function soundWrites(
  { albumId, ownerId }: ReleaseIndexing,
  trackId: string,
  { released, now }: { released: ReadonlyMap<string, unknown>; now: Date },
): Write[] {
  const key = releasedOnKey(trackId, albumId);
  return [
    released.has(trackId) ? { put: { ...key } } : { delete: key },
    soundIndexingWork.start({ trackId, ownerId }, now),
  ];
}
