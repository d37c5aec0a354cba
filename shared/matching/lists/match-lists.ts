/** The matches of a track, stored in one row, oldest first. A track without matches has no row. */
import type { StoredRecord } from '../../kit/declare/fields.ts';
import { type Listed, type PackedList, PackedLists } from '../../kit/records/packed-lists.ts';
import { initialFields } from '../../kit/records/rows.ts';
import { partId, partNames } from '../api/match-parts.ts';
import { trackMatches } from '../api/track-matches.ts';
import { matchBlockKey, matchingKeyRows, matchListKey } from '../keys.ts';
import type { StoredMatch } from './found-match.ts';

export type MatchList = PackedList<StoredMatch>;
export type ListedMatch = Listed<StoredMatch>;

export function matchRecord({ list, item }: ListedMatch): StoredRecord {
  const { id, attributes, analysis, parts, createdAt, updatedAt } = item;
  const partIds = partNames.map((name) => [
    name,
    (parts[name] ?? []).map((_, index) => partId(id, index + 1)),
  ]);
  const fields = {
    ...initialFields(trackMatches),
    ...attributes,
    'created-at': createdAt,
    'updated-at': updatedAt,
    track: list.parentId,
    'track-analysis': analysis && String(id),
    ...Object.fromEntries(partIds),
  };
  return { type: trackMatches.type, id: String(id), ownerId: list.ownerId, version: list.changes, fields };
}

export const matchLists = new PackedLists<StoredMatch>({
  type: trackMatches.type,
  parent: 'track',
  items: 'matches',
  countsIn: 'slim',
  listKey: matchListKey,
  blockKey: matchBlockKey,
  // Covers a row of 400 KB.
  mostUnits: 100,
  journaled: { resource: trackMatches, row: matchingKeyRows['track-matches'], recordOf: matchRecord },
});
