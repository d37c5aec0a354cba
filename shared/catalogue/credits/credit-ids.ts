/**
 * Ids of credits: a block number and a place in the block. One write takes a block for a track, so that ids
 * grow with creation time and identify the track without a row for each credit.
 */
import { IDS_PER_BLOCK } from '../../kit/table/ids.ts';
import { type Credit, creditName } from '../rules/credits.ts';
import type { StoredCredit } from './credit-lists.ts';

/**
 * @param before the current credits of the track. Credits with the same role and name keep their ids.
 * @param block supplies the ids of new credits. A list is shorter than a block.
 */
export function withIds(
  credits: readonly Credit[],
  { before, block }: { before: readonly StoredCredit[]; block: number },
): StoredCredit[] {
  const ids = new Map(before.map((credit) => [creditName(credit), credit.id]));
  let next = block * IDS_PER_BLOCK;
  return credits.map((credit) => ({ ...credit, id: ids.get(creditName(credit)) ?? next++ }));
}

export const shownCredit = ({ role, name, 'artist-id': artistId, position }: Credit): Credit => ({
  role,
  name,
  'artist-id': artistId,
  position,
});

/** @returns the distinct ids of the artists named by the credits. */
export const artistsNamed = (credits: readonly Credit[]): ReadonlySet<number> =>
  new Set(credits.flatMap(({ 'artist-id': artist }) => artist ?? []));

/** @returns the approximate bytes of the row, which the track keeps to know the cost of reading it. */
export const sizeOfCredits = (credits: readonly Credit[]): number =>
  // As in a track that was created without credits, so that sending none back changes nothing.
  credits.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(credits.map(shownCredit)));
