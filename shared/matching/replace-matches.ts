/** Merges the result of a comparison with the stored matches of a track, and returns the writes. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { blocksOf } from '../kit/records/packed-lists.ts';
import { IDS_PER_BLOCK } from '../kit/table/ids.ts';
import type { Write } from '../kit/table/write.ts';
import type { FoundMatch, StoredMatch } from './found-match.ts';
import { type MatchList, matchLists } from './match-lists.ts';

/** Each match may have its own block of ids. One transaction of 100 writes can delete all these blocks. */
export const MAX_MATCHES = 90;

/** Below the limit of 400 KB per row, because titles and names can be long. */
const MAX_BYTES = 300_000;

export interface Replacement {
  /** As read before the comparison. */
  readonly before: MatchList;
  /** All matches of the track. */
  readonly found: readonly FoundMatch[];
  /** Supplies the ids of new matches. */
  readonly block: number;
  readonly now: Date;
}

/**
 * Keeps as many of the best matches as fit. A match with the same released track keeps its id and, if nothing
 * else has changed, its timestamps.
 * @returns the writes of one transaction; none without a change.
 */
export function replaceMatches({ before, found, block, now }: Replacement): Write[] {
  const matches = withIds(best(found), { before: before.items, block, at: now.toISOString() });
  if (isDeepStrictEqual(matches, before.items)) return [];
  const used = blocksOf(matches);
  return [
    matchLists.write(before, matches),
    ...(used.has(block) ? [matchLists.takeBlock(before, block)] : []),
    ...matchLists.freeBlocks([...blocksOf(before.items)].filter((each) => !used.has(each))),
  ];
}

/** Sorts by score, then by age of the released track. Matches without a score come last. */
function best(found: readonly FoundMatch[]): FoundMatch[] {
  const scoreOf = ({ attributes }: FoundMatch) => attributes['confidence-score'] ?? 0;
  const sorted = found.toSorted(
    (left, right) =>
      scoreOf(right) - scoreOf(left) || Number(left.matchedTrackId) - Number(right.matchedTrackId),
  );
  let bytes = 0;
  return sorted.slice(0, MAX_MATCHES).filter((each) => {
    bytes += Buffer.byteLength(JSON.stringify(each));
    return bytes <= MAX_BYTES;
  });
}

/** What the owner sees. Earlier versions of the service stored no findings. */
const shown = ({ findings: _, ...match }: StoredMatch) => match;

/** New matches get the ids of the block in the order of their scores. */
function withIds(
  found: readonly FoundMatch[],
  { before, block, at }: { before: readonly StoredMatch[]; block: number; at: string },
): StoredMatch[] {
  const known = new Map(before.map((match) => [match.matchedTrackId, match]));
  let next = block * IDS_PER_BLOCK;
  return found
    .map((match): StoredMatch => {
      const old = known.get(match.matchedTrackId);
      if (!old) return { ...match, id: next++, createdAt: at, updatedAt: at };
      const { id, createdAt, updatedAt } = old;
      const same = { ...match, id, createdAt, updatedAt };
      return isDeepStrictEqual(shown(same), shown(old)) ? same : { ...same, updatedAt: at };
    })
    .toSorted((left, right) => left.id - right.id);
}
