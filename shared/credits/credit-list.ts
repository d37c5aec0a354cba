/** The row that holds all credits of a track. A track without credits has none. */
import type { Credit } from '../domain/credits.ts';
import { creditListKey } from '../table/credit-keys.ts';
import { type Condition, equal, rowMissing } from '../table/expressions.ts';
import type { Item, Json } from '../table/item.ts';
import { type Key, ownerKey, sortableId } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import type { KeptCredit } from './credit-ids.ts';

export interface CreditList {
  readonly trackId: string;
  readonly ownerId: string;
  /** In the order in which they are read. */
  readonly credits: readonly KeptCredit[];
  /** Blocks of ids that no credit has any more, and whose rows are still to be deleted. */
  readonly unusedBlocks: readonly number[];
  /** Incremented by every write of the row; 0 without a row. */
  readonly changes: number;
}

/** @param row as read; undefined when there is none. Entries of the owner's index lack all but the credits. */
export function creditListOf(
  row: Item | undefined,
  { trackId, ownerId }: Pick<CreditList, 'trackId' | 'ownerId'>,
): CreditList {
  const { credits = [] } = (row?.['slim'] ?? {}) as { credits?: readonly KeptCredit[] };
  const unusedBlocks = (row?.['unusedBlocks'] ?? []) as readonly number[];
  return { trackId, ownerId, credits, unusedBlocks, changes: Number(row?.['changes'] ?? 0) };
}

/** Whether a row holds the credits of a track. */
export const isCreditList = ({ pk, sk }: Item): boolean => {
  const key = creditListKey('');
  return String(pk).startsWith(key.pk) && sk === key.sk;
};

/** @returns the id of the track from the key of the row. */
export const trackIdOf = ({ pk }: Item | Key): string => String(pk).slice(creditListKey('').pk.length);

/** @returns the ids of the artists that the credits name, each once. */
export const artistsNamed = (credits: readonly Credit[]): ReadonlySet<number> =>
  new Set(credits.flatMap(({ 'artist-id': artist }) => artist ?? []));

/** @returns what makes one list of the other, unless it has changed since it was read. */
export function listWrite(before: CreditList, after: Pick<CreditList, 'credits' | 'unusedBlocks'>): Write {
  const { trackId, ownerId, changes } = before;
  const key = creditListKey(trackId);
  const condition: Condition = changes === 0 ? rowMissing : equal('changes', changes);
  if (after.credits.length === 0 && after.unusedBlocks.length === 0) return { delete: key, condition };
  // In `slim`, so that one query of the owner's index returns all credits of an owner.
  const slim = { credits: after.credits.map((credit): Json => ({ ...credit })) };
  const index = { ownerKey: ownerKey(ownerId, 'track-credits'), ownerSort: sortableId(trackId) };
  const { unusedBlocks } = after;
  return {
    put: { ...key, ...index, owner: ownerId, changes: changes + 1, slim, unusedBlocks },
    condition,
  };
}
