/** Removes what was found by sound from the matches of a track. Pure. */
import { newBlock } from '../../kit/table/ids.ts';
import type { Write } from '../../kit/table/write.ts';
import { type MatchList, matchLists } from './match-lists.ts';
import { mergeFindings } from './merge-findings.ts';
import { replaceMatches } from './replace-matches.ts';

/** @returns the write of the matches, if they change, and writes that delete blocks of ids that become unused. */
export function forgetSound(before: MatchList, now: Date): { matches: Write[]; unused: Write[] } {
  if (!before.items.some(({ findings }) => findings?.sound)) return { matches: [], unused: [] };
  const found = mergeFindings(before.items, { by: 'sound', matches: [] });
  const { writes, unused } = replaceMatches({ before, found, block: newBlock(now), now });
  return { matches: [...writes], unused: matchLists.freeBlocks(unused) };
}
