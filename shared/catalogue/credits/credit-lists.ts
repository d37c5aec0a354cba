/** The credits of a track, stored in one row. A track without credits has no row. */
import { type PackedList, PackedLists } from '../../kit/records/packed-lists.ts';
import { trackCredits } from '../api/track-credits.ts';
import type { Credit } from '../rules/credits.ts';
import { creditBlockKey, creditListKey } from './credit-keys.ts';

export type StoredCredit = Credit & { readonly id: number };

/** In reading order. */
export type CreditList = PackedList<StoredCredit>;

export const creditLists = new PackedLists<StoredCredit>({
  type: trackCredits.type,
  parent: 'track',
  items: 'credits',
  countsIn: 'row',
  listKey: creditListKey,
  blockKey: creditBlockKey,
  // Covers a row of 200 credits with the longest names.
  mostUnits: 60,
});
