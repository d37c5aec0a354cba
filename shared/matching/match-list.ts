/** The row that holds all matches of a track. A track without matches has none. */
import { type Condition, equal, rowMissing } from '../table/expressions.ts';
import type { Item, Json } from '../table/item.ts';
import { type Key, ownerKey, sortableId } from '../table/keys.ts';
import { matchListKey } from '../table/matching-keys.ts';
import type { Write } from '../table/write.ts';
import type { StoredMatch } from './found-match.ts';

export interface MatchList {
  readonly trackId: string;
  readonly ownerId: string;
  /** Oldest first. */
  readonly matches: readonly StoredMatch[];
  /** Incremented by every write of the row; 0 without a row. */
  readonly changes: number;
}

/** @param row as read, or an entry of the owner's index; undefined when there is none. */
export function matchListOf(
  row: Item | undefined,
  { trackId, ownerId }: Pick<MatchList, 'trackId' | 'ownerId'>,
): MatchList {
  const { matches = [], changes = 0 } = (row?.['slim'] ?? {}) as Partial<MatchList>;
  return { trackId, ownerId, matches, changes };
}

/** @returns the id of the track from the key of the row. */
export const trackIdOf = ({ pk }: Item | Key): string => String(pk).slice(matchListKey('').pk.length);

/** The list has not changed since it was read. */
export const isUnchanged = ({ changes }: MatchList): Condition =>
  changes === 0 ? rowMissing : equal(['slim', 'changes'], changes);

/** @returns what gives the track other matches, unless its list has changed since it was read. */
export function listWrite(before: MatchList, matches: readonly StoredMatch[]): Write {
  const { trackId, ownerId, changes } = before;
  const key = matchListKey(trackId);
  const condition = isUnchanged(before);
  if (matches.length === 0) return { delete: key, condition };
  // In `slim`, so that one query of the owner's index returns all matches of an owner.
  const slim = { changes: changes + 1, matches: matches.map((match): Json => ({ ...match })) };
  const index = { ownerKey: ownerKey(ownerId, 'track-matches'), ownerSort: sortableId(trackId) };
  return { put: { ...key, ...index, owner: ownerId, slim }, condition };
}
