/** The matches of a track, oldest first, which are in one row. A track without matches has none. */
import { type Listed, type PackedList, PackedLists } from '../kit/records/packed-lists.ts';
import { trackMatches } from './api/track-matches.ts';
import type { StoredMatch } from './found-match.ts';
import { matchBlockKey, matchListKey } from './keys.ts';

export type MatchList = PackedList<StoredMatch>;
export type ListedMatch = Listed<StoredMatch>;

export const matchLists = new PackedLists<StoredMatch>({
  type: trackMatches.type,
  parent: 'track',
  items: 'matches',
  countsIn: 'slim',
  listKey: matchListKey,
  blockKey: matchBlockKey,
  // Of a row of 400 KB.
  mostUnits: 100,
});
