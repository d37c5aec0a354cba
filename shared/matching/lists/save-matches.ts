/** Saves the result of a comparison, unless the track or its matches have changed concurrently. */
import { tracks } from '../../catalogue/api/tracks.ts';
import { retried } from '../../kit/records/decided.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { rowExists } from '../../kit/table/expressions.ts';
import { newBlock } from '../../kit/table/ids.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import type { Due } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import type { FoundMatch } from './found-match.ts';
import { type MatchList, matchLists } from './match-lists.ts';
import { mergeFindings, type NewFindings } from './merge-findings.ts';
import { replaceMatches } from './replace-matches.ts';

export interface Comparison {
  /** The matches as they were read before the comparison. */
  readonly before: MatchList;
  /** All matches of the track. */
  readonly candidates: readonly FoundMatch[];
}

/**
 * @param check an additional condition.
 * @returns 'gone' if the track was deleted, 'stale' if its matches changed, 'rejected' if the check failed.
 * @internal Tests give tracks matches with it.
 */
export async function saveMatches(
  table: Table,
  { before, candidates }: Comparison,
  { now, check }: { readonly now: Date; readonly check?: Write },
): Promise<'saved' | 'unchanged' | 'gone' | 'stale' | 'rejected'> {
  const { writes, unused } = replaceMatches({ before, candidates, block: newBlock(now), now });
  if (writes.length === 0) return 'unchanged';
  const exists: Write = { check: recordKey(tracks.type, before.parentId), condition: rowExists };
  const failed = await failedConditions(
    table.commit([...writes, ...matchLists.freeBlocks(unused), exists, ...(check ? [check] : [])]),
  );
  if (!failed) return 'saved';
  if (check && failed.has(check)) return 'rejected';
  return failed.has(exists) ? 'gone' : 'stale';
}

/**
 * Repeats the comparison if the matches of the track change concurrently.
 * @param compare reads the matches and compares.
 * @returns the number of matches of the track.
 * @throws Overtaken
 */
export const saveCompared = (
  { table, now, held }: Pick<Attempt<Due>, 'table' | 'now' | 'held'>,
  compare: () => Promise<Comparison>,
): Promise<number> =>
  retried(async () => {
    const comparison = await compare();
    const saved = await saveMatches(table, comparison, { now: now(), check: held });
    if (saved === 'rejected') throw new Overtaken();
    if (saved === 'stale') return 'again';
    return saved === 'gone' ? 0 : comparison.candidates.length;
  });

/** @returns the comparison of a track with the matches that it has now. */
export async function comparisonOf(
  table: Table,
  { trackId: parentId, ownerId }: { readonly trackId: string; readonly ownerId: string },
  find: () => Promise<NewFindings>,
): Promise<Comparison> {
  const before = await matchLists.read(table, { parentId, ownerId });
  return { before, candidates: mergeFindings(before.items, await find()) };
}
