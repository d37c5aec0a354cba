/** Compares some tracks of an album with the released catalogue and saves their matches. */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { type Track, tracks as trackRecords } from '../../catalogue/api/tracks.ts';
import { findRecord, findRecords, type Store, storeOf } from '../../kit/records/store.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import { batchesOf } from '../../platform/batches.ts';
import { type PartResult, TRACKS_PER_PART } from '../album-work.ts';
import { type Comparison, comparisonOf, saveCompared } from '../lists/save-matches.ts';
import { readTracks, trackIdsOf } from '../released/read-release.ts';
import type { ReleasedTrack } from '../released/released-track.ts';
import { startAnalyses } from '../sound/start-analysis.ts';
import { findMatches } from './find-matches.ts';
import type { RequestMatching } from './matching-work.ts';

/** Concurrent comparisons. */
const CONCURRENCY = 5;

type Matching = Attempt<RequestMatching>;

export interface Comparing {
  readonly api: Store['api'];
  /** Starts what else a request needs to be known of its tracks. */
  readonly beside: (store: Store, requestId: string, tracks: readonly Track[]) => Promise<unknown>;
}

/** @throws Overtaken */
export async function comparePart(matching: Matching, { api, beside }: Comparing): Promise<PartResult> {
  const { table, claimed, now } = matching;
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
  const store = storeOf(api, { table, now: now() });
  const records = await findRecords(store, trackRecords, part);
  const analyses = await startAnalyses(store, records);
  await beside(store, claimed.requestId, records);
  const next = left.length > part.length ? (part.at(-1) ?? null) : null;
  return { next, line: { tenant: album.ownerId, tracks: tracks.length, matches, analyses } };
}

const compare = (album: Album, track: ReleasedTrack, { table }: Matching): Promise<Comparison> =>
  comparisonOf(table, { trackId: track.trackId, ownerId: album.ownerId }, async () => ({
    by: 'text',
    matches: await findMatches(table, track),
  }));

/** @returns the number of matches. Compares again if the matches of the track change concurrently. */
function save(
  { album, track, first }: { album: Album; track: ReleasedTrack; first: Comparison | undefined },
  matching: Matching,
): Promise<number> {
  let unsaved = first;
  return saveCompared(matching, async () => {
    const comparison = unsaved ?? (await compare(album, track, matching));
    unsaved = undefined;
    return comparison;
  });
}
