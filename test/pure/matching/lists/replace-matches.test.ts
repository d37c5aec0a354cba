import { describe, expect, it } from 'vitest';
import type { FoundMatch } from '../../../../shared/matching/lists/found-match.ts';
import { matchLists } from '../../../../shared/matching/lists/match-lists.ts';
import { replaceMatches } from '../../../../shared/matching/lists/replace-matches.ts';
import { matchFound } from '../../../support/matches.ts';

const replaced = (candidates: readonly FoundMatch[]) => {
  const before = matchLists.listOf(undefined, { parentId: '1', ownerId: '2' });
  return replaceMatches({ before, candidates, block: 7, now: new Date('2026-11-23T12:00:00Z') }).matches;
};

/** @param kilobytes roughly its size. */
const sized = (matchedTrackId: string, kilobytes: number, isImported: boolean) =>
  matchFound(
    { 'confidence-score': 80 },
    {
      ...{ matchedTrackId, analysis: null },
      parts: { artists: [{ name: 'x'.repeat(kilobytes * 1000) }] },
      ...(isImported && { findings: { isImported: true } }),
    },
  );

describe('the matches of a track', () => {
  it('may use 100 KB for imported ones and the rest of 300 KB for others', () => {
    const imported = Array.from({ length: 12 }, (_, index) => sized(`ear#${index + 10}`, 9, true));
    const compared = Array.from({ length: 40 }, (_, index) => sized(String(index + 10), 9, false));
    const kept = replaced([...compared, ...imported]).map(({ matchedTrackId }) => matchedTrackId);
    expect(kept.filter((each) => each.startsWith('ear#'))).toHaveLength(10);
    expect(kept).toHaveLength(31);
    expect(replaced(compared)).toHaveLength(31);
  });

  it('include the alphabetically first of imported matches with equal scores', () => {
    const found = Array.from({ length: 41 }, (_, index) => sized(`ear#${index + 10}`, 0, true));
    for (const each of [found, found.toReversed()])
      expect(replaced(each).map(({ matchedTrackId }) => matchedTrackId)).not.toContain('ear#50');
  });
});
