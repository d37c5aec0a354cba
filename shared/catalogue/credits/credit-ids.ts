/**
 * Ids of credits: the number of a block, and a place in it. A block belongs to one track and is taken by one write, so that
 * ids grow with creation time, and lead to the track without a row for each credit.
 */
import { IDS_PER_BLOCK } from '../../kit/table/ids.ts';
import { type Credit, creditName } from '../rules/credits.ts';
import type { StoredCredit } from './credit-lists.ts';

/**
 * @param before the credits of the track: those that stay (same role and name) keep their ids.
 * @param block of the others, if there are any. A list is shorter than a block.
 */
export function withIds(
  credits: readonly Credit[],
  { before, block }: { before: readonly StoredCredit[]; block: number },
): StoredCredit[] {
  const known = new Map(before.map((credit) => [creditName(credit), credit.id]));
  let next = block * IDS_PER_BLOCK;
  return credits.map((credit) => ({ ...credit, id: known.get(creditName(credit)) ?? next++ }));
}

export const shownCredit = ({ role, name, 'artist-id': artistId, position }: Credit): Credit => ({
  role,
  name,
  'artist-id': artistId,
  position,
});

/** @returns the ids of the artists that the credits name, each once. */
export const artistsNamed = (credits: readonly Credit[]): ReadonlySet<number> =>
  new Set(credits.flatMap(({ 'artist-id': artist }) => artist ?? []));
