/** The matches of a track, stored in one row, oldest first. A track without matches has no row. */
import { type Listed, type PackedList, PackedLists } from '../../kit/records/packed-lists.ts';
import { trackMatches } from '../api/track-matches.ts';
import { matchBlockKey, matchListKey } from '../keys.ts';
import type { StoredMatch } from './found-match.ts';

export type MatchList = PackedList<StoredMatch>;
export type ListedMatch = Listed<StoredMatch>;

export const matchLists = new PackedLists<StoredMatch>({
  type: trackMatches.type,
  parent: 'track',
  items: 'matches',
  countsIn: 'slim',
  listKey: matchListKey,
  blockKey: matchBlockKey,
  // Covers a row of 400 KB.
  mostUnits: 100,
});
