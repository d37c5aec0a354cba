/** Saves the result of a comparison, unless the track or its matches have changed concurrently. */
import { tracks } from '../catalogue/api/tracks.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { rowExists } from '../kit/table/expressions.ts';
import { newBlock } from '../kit/table/ids.ts';
import { recordKey } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import type { Write } from '../kit/table/write.ts';
import type { FoundMatch } from './found-match.ts';
import type { MatchList } from './match-lists.ts';
import { replaceMatches } from './replace-matches.ts';

export interface Comparison {
  /** As read before the comparison. */
  readonly before: MatchList;
  readonly found: readonly FoundMatch[];
}

/** 'gone': the track was deleted. 'stale': its matches have changed. 'rejected': the given check failed. */
export type SavedMatches = 'saved' | 'unchanged' | 'gone' | 'stale' | 'rejected';

/** @param check an additional condition. */
export async function saveMatches(
  table: Table,
  { before, found }: Comparison,
  { now, check }: { readonly now: Date; readonly check?: Write },
): Promise<SavedMatches> {
  const writes = replaceMatches({ before, found, block: newBlock(now), now });
  if (writes.length === 0) return 'unchanged';
  const exists: Write = { check: recordKey(tracks.type, before.parentId), condition: rowExists };
  const failed = await failedConditions(table.commit([...writes, exists, ...(check ? [check] : [])]));
  if (!failed) return 'saved';
  if (check && failed.has(check)) return 'rejected';
  return failed.has(exists) ? 'gone' : 'stale';
}
