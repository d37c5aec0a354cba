/**
 * Compares the ISRC, ISWC, title and main artists of a track with the released tracks. Reads a bounded number of
 * index entries near each position where similar tracks would be.
 */
import leven from 'leven';
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import { releasedEntryKey, releasedTrackKey } from '../keys.ts';
import type { FoundByText } from '../lists/merge-findings.ts';
import { MAX_MATCHES } from '../lists/replace-matches.ts';
import { type IndexPosition, indexPositions } from '../released/index-positions.ts';
import { comparedTrack, type ReleasedTrack, toReleasedTrack } from '../released/released-track.ts';
import { type ReleasedEntry, toReleasedEntry } from '../released/released-writes.ts';
import { type Similarity, similarityOf } from '../rules/text/track-similarity.ts';

/** Entries read from a block without a meaningful order, oldest tracks first. */
const ENTRIES_PER_BLOCK = 50;
/** Entries read in each direction. */
const ENTRIES_BESIDE = 25;

/** @returns at most one match per released track, excluding the track itself. Deterministic. */
export async function findMatches(
  table: Table,
  track: Pick<ReleasedTrack, 'trackId' | 'title' | 'artists' | 'isrc' | 'iswc'>,
): Promise<readonly FoundByText[]> {
  const compared = comparedTrack(track);
  const rows = await Promise.all(indexPositions(compared).map((each) => entriesBeside(table, each)));
  const similar = rows
    .flat()
    .map(toReleasedEntry)
    .filter(({ trackId }) => trackId !== track.trackId)
    .flatMap((entry): SimilarEntry[] => {
      const similarity = similarityOf(compared, entry, textSimilarity);
      return similarity ? [{ entry, similarity }] : [];
    });
  return withReleased(table, bestOfEach(similar).slice(0, MAX_MATCHES));
}

interface SimilarEntry {
  readonly entry: ReleasedEntry;
  readonly similarity: Similarity;
}

/** @returns the entries of the block nearest to the position. */
async function entriesBeside(table: Table, { by, block, position }: IndexPosition): Promise<Item[]> {
  const { pk: partition, sk } = releasedEntryKey(by, block, { position, trackId: '', albumId: '' });
  if (position === '') return table.query({ partition, limit: ENTRIES_PER_BLOCK });
  const [after, before] = await Promise.all([
    table.query({ partition, from: sk, upTo: LAST, limit: ENTRIES_BESIDE }),
    table.query({ partition, upTo: sk, newestFirst: true, limit: ENTRIES_BESIDE }),
  ]);
  return [...after, ...before];
}

/** Sorts after every position. */
const LAST = '\u{10ffff}';

/** Keeps the best result per track, best first. A track can be found at several positions. */
function bestOfEach(similar: readonly SimilarEntry[]): SimilarEntry[] {
  const sorted = similar.toSorted(
    (left, right) =>
      right.similarity.score - left.similarity.score ||
      Number(left.entry.trackId) - Number(right.entry.trackId) ||
      Number(left.entry.albumId) - Number(right.entry.albumId),
  );
  const best = new Map<string, SimilarEntry>();
  for (const each of sorted) if (!best.has(each.entry.trackId)) best.set(each.entry.trackId, each);
  return [...best.values()];
}

async function withReleased(table: Table, entries: readonly SimilarEntry[]): Promise<FoundByText[]> {
  const keys = entries.map(({ entry: { albumId, trackId } }) => releasedTrackKey(albumId, trackId));
  const released = (await table.getMany(keys, true)).map(toReleasedTrack);
  const tracks = new Map(released.map((track) => [`${track.albumId} ${track.trackId}`, track]));
  return entries.flatMap(({ entry: { albumId, trackId }, similarity }) => {
    // Undefined if the track was taken down after its entry was read.
    const track = tracks.get(`${albumId} ${trackId}`);
    return track ? [{ released: track, similarity }] : [];
  });
}

/**
 * The similarity of two texts by edit distance.
 * @param atLeast threshold below which the exact distance is not computed.
 * @returns 1 for equal texts, 0 for texts with nothing in common or less similar than `atLeast`. Symmetric.
 * @internal Tests compare texts with it.
 */
export function textSimilarity(left: string, right: string, atLeast: number): number {
  const length = Math.max(left.length, right.length);
  if (length === 0) return 1;
  // One above the largest relevant distance, because leven returns the limit for every distance beyond it.
  const limit = Math.ceil((1 - atLeast) * length) + 1;
  const distance = leven(left, right, { maxDistance: limit });
  const similarity = distance < limit ? 1 - distance / length : 0;
  return similarity < atLeast ? 0 : similarity;
}
