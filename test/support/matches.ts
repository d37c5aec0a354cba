/** Matches without a comparison, written as those of the matcher are. */
import { randomInt } from 'node:crypto';
import { Table } from '../../shared/kit/table/table.ts';
import type { FoundMatch } from '../../shared/matching/lists/found-match.ts';
import { matchLists } from '../../shared/matching/lists/match-lists.ts';
import { saveMatches } from '../../shared/matching/lists/save-matches.ts';

/** A match in which everything has a value. @param given attributes that matter. */
export const matchFound = (
  given: Partial<FoundMatch['attributes']> = {},
  rest: Partial<Omit<FoundMatch, 'attributes'>> = {},
): FoundMatch => ({
  matchedTrackId: String(randomInt(1, 2 ** 47)),
  attributes: {
    'is-cover': 1,
    title: 'So Where',
    'album-title': 'Kind of Green',
    label: 'Blue Room',
    'isrc-code': 'DEAB12600001',
    'album-upc-code': '850001000314',
    'iswc-code': 'T-034.524.680-1',
    'release-date': '2026-11-30',
    'video-platform-id': 'v1',
    'alpha-id': 'a1',
    'alpha-title': 'So Where',
    'alpha-album-id': 'a2',
    'alpha-album-name': 'Kind of Green',
    'beta-id': 'b1',
    'gamma-id': 'g1',
    'gamma-title': 'So Where',
    'gamma-album-id': 'g2',
    'gamma-album-name': 'Kind of Green',
    'confidence-score': 93,
    ...given,
  },
  analysis: { method: 'title_and_artist', 'title-similarity': 95, 'artist-similarity': 100 },
  parts: {
    artists: [{ name: 'Nia Calder' }, { name: 'Leo Marsh' }],
    distributors: [{ name: 'Green Distribution' }],
    'time-offsets': [{ start: 12.5, end: 40.25, 'matched-start': 61, 'matched-end': 88.75 }],
    'alpha-artists': [{ name: 'Nia Calder', 'alpha-id': 'a3' }],
    'gamma-artists': [{ name: 'Nia Calder', 'gamma-id': 'g3' }],
  },
  findings: {},
  ...rest,
});

/** Replaces the matches of a track. @returns their ids, oldest first. */
export async function giveMatches(
  { trackId: parentId, ownerId }: { readonly trackId: string; readonly ownerId: string },
  found: readonly FoundMatch[],
  now = new Date(),
): Promise<string[]> {
  const table = new Table();
  const track = { parentId, ownerId };
  const saved = await saveMatches(
    table,
    { before: await matchLists.read(table, track), candidates: found },
    { now },
  );
  if (saved !== 'saved' && saved !== 'unchanged') throw new Error(`The matches were not saved: ${saved}.`);
  return (await matchLists.read(table, track)).items.map(({ id }) => String(id));
}
