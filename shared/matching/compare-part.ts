/** Compares some tracks of an album with the released catalogue and saves their matches. */
import { type Album, albums } from '../catalogue/api/albums.ts';
import { findRecord, retried } from '../kit/records/store.ts';
import type { Attempt } from '../kit/work/attempt.ts';
import { Overtaken } from '../kit/work/lease.ts';
import { batchesOf } from '../platform/batches.ts';
import { findMatches } from './find-matches.ts';
import { matchLists } from './match-lists.ts';
import { type PartDone, TRACKS_PER_PART } from './part.ts';
import { readTracks, trackIdsOf } from './read-release.ts';
import type { ReleasedTrack } from './released-track.ts';
import type { RequestMatching } from './request-matching.ts';
import { type Comparison, saveMatches } from './save-matches.ts';

/** Concurrent comparisons. */
const CONCURRENCY = 5;

type Matching = Attempt<RequestMatching>;

/** @throws Overtaken */
export async function comparePart(matching: Matching): Promise<PartDone> {
  const { table, claimed } = matching;
  const { albumId, after } = claimed;
  const album = await findRecord({ table }, albums, albumId);
  if (!album) return { next: null, line: { outcome: 'gone' } };
  const left = (await trackIdsOf(table, album)).filter((id) => Number(id) > Number(after ?? 0));
  const part = left.slice(0, TRACKS_PER_PART);
  const tracks = await readTracks(table, album, part);
  let matches = 0;
  for (const some of batchesOf(tracks, CONCURRENCY)) {
    const comparisons = await Promise.all(some.map((track) => compare(album, track, matching)));
    // Save sequentially, because transactions that check the same row conflict.
    for (const [index, track] of some.entries())
      matches += await save({ album, track, first: comparisons[index] }, matching);
  }
  const next = left.length > part.length ? (part.at(-1) ?? null) : null;
  return { next, line: { tenant: album.ownerId, tracks: tracks.length, matches } };
}

async function compare({ ownerId }: Album, track: ReleasedTrack, { table }: Matching): Promise<Comparison> {
  const before = await matchLists.read(table, { parentId: track.trackId, ownerId });
  return { before, found: await findMatches(table, track) };
}

/** @returns the number of matches. Compares again if the matches of the track change concurrently. */
function save(
  { album, track, first }: { album: Album; track: ReleasedTrack; first: Comparison | undefined },
  matching: Matching,
): Promise<number> {
  const { table, now, held } = matching;
  let known = first;
  return retried(async () => {
    const comparison = known ?? (await compare(album, track, matching));
    known = undefined;
    const saved = await saveMatches(table, comparison, { now: now(), check: held });
    if (saved === 'rejected') throw new Overtaken();
    if (saved === 'stale') return 'again';
    return saved === 'gone' ? 0 : comparison.found.length;
  });
}
