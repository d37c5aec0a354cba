/** Merges the result of a comparison with the stored matches of a track, and returns the writes. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { blocksOf } from '../../kit/records/packed-lists.ts';
import { IDS_PER_BLOCK, newBlock } from '../../kit/table/ids.ts';
import { sortableId } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { type FoundMatch, isImported, type StoredMatch } from './found-match.ts';
import { type MatchList, matchLists } from './match-lists.ts';
import { mergeFindings } from './merge-findings.ts';

/** Each match may have its own block of ids. One transaction of 100 writes can delete all these blocks. */
export const MAX_MATCHES = 90;

/** Below the limit of 400 KB per row, because titles and names can be long. */
const MAX_BYTES = 300_000;

/** For matches of other services, which no comparison finds again. Those of comparisons get what remains. */
export const MAX_IMPORTED = 40;
const MAX_IMPORTED_BYTES = 100_000;

interface Replacement {
  /** The matches as they were read before the comparison. */
  readonly before: MatchList;
  /** All matches of the track. */
  readonly candidates: readonly FoundMatch[];
  /** Supplies the ids of new matches. */
  readonly block: number;
  readonly now: Date;
}

interface Replaced {
  /** All matches that the track has then. */
  readonly matches: readonly StoredMatch[];
  /** The writes of one transaction. Empty if nothing changes. */
  readonly writes: readonly Write[];
  /** Blocks of ids that no match has then. */
  readonly unused: readonly number[];
}

/**
 * Keeps as many of the best matches as fit. A match with the same released track keeps its id and, if nothing
 * else has changed, its timestamps.
 */
export function replaceMatches({ before, candidates, block, now }: Replacement): Replaced {
  const matches = withIds(best(candidates), { before: before.items, block, at: now.toISOString() });
  if (isDeepStrictEqual(matches, before.items)) return { matches, writes: [], unused: [] };
  const used = blocksOf(matches);
  return {
    matches,
    writes: [
      ...matchLists.write(before, matches, { now }),
      ...(used.has(block) ? [matchLists.takeBlock(before, block)] : []),
    ],
    unused: [...blocksOf(before.items)].filter((each) => !used.has(each)),
  };
}

/** @returns writes that remove what was found by sound, and that delete the blocks of ids then unused. */
export function forgetSound(before: MatchList, now: Date): { matches: Write[]; unused: Write[] } {
  if (!before.items.some(({ findings }) => findings.sound)) return { matches: [], unused: [] };
  const candidates = mergeFindings(before.items, { by: 'sound', matches: [] });
  const { writes, unused } = replaceMatches({ before, candidates, block: newBlock(now), now });
  return { matches: [...writes], unused: matchLists.freeBlocks(unused) };
}

function best(candidates: readonly FoundMatch[]): FoundMatch[] {
  const imported = candidates.filter(isImported);
  const kept = bestOf(imported, { most: MAX_IMPORTED, bytes: MAX_IMPORTED_BYTES });
  const bytes = kept.reduce((sum, each) => sum + bytesOf(each), 0);
  const compared = candidates.filter((each) => !isImported(each));
  return [...kept, ...bestOf(compared, { most: MAX_MATCHES - kept.length, bytes: MAX_BYTES - bytes })];
}

/** Sorts by score, then by age of the released track. Matches without a score come last. */
function bestOf(
  candidates: readonly FoundMatch[],
  { most, bytes: mostBytes }: { readonly most: number; readonly bytes: number },
): FoundMatch[] {
  const scoreOf = ({ attributes }: FoundMatch) => attributes['confidence-score'] ?? 0;
  const ageOf = ({ matchedTrackId }: FoundMatch) => sortableId(matchedTrackId);
  const sorted = candidates.toSorted(
    (left, right) => scoreOf(right) - scoreOf(left) || (ageOf(left) < ageOf(right) ? -1 : 1),
  );
  let bytes = 0;
  return sorted.slice(0, most).filter((each) => {
    bytes += bytesOf(each);
    return bytes <= mostBytes;
  });
}

const bytesOf = (match: FoundMatch): number => Buffer.byteLength(JSON.stringify(match));

/** What the owner sees. */
const shown = ({ findings: _, ...match }: StoredMatch) => match;

/** New matches get the ids of the block in the order of their scores. */
function withIds(
  candidates: readonly FoundMatch[],
  { before, block, at }: { before: readonly StoredMatch[]; block: number; at: string },
): StoredMatch[] {
  const stored = new Map(before.map((match) => [match.matchedTrackId, match]));
  let next = block * IDS_PER_BLOCK;
  return candidates
    .map((match): StoredMatch => {
      const old = stored.get(match.matchedTrackId);
      if (!old) return { ...match, id: next++, createdAt: at, updatedAt: at };
      const { id, createdAt, updatedAt } = old;
      const same = { ...match, id, createdAt, updatedAt };
      return isDeepStrictEqual(shown(same), shown(old)) ? same : { ...same, updatedAt: at };
    })
    .toSorted((left, right) => left.id - right.id);
}
