/** The credits of a track, which are in one row. A track without credits has none. */
import { type PackedList, PackedLists } from '../../kit/records/packed-lists.ts';
import { trackCredits } from '../api/track-credits.ts';
import type { Credit } from '../rules/credits.ts';
import { creditBlockKey, creditListKey } from './credit-keys.ts';

export type StoredCredit = Credit & { readonly id: number };

/** In the order in which they are read. */
export type CreditList = PackedList<StoredCredit>;

export const creditLists = new PackedLists<StoredCredit>({
  type: trackCredits.type,
  parent: 'track',
  items: 'credits',
  countsIn: 'row',
  listKey: creditListKey,
  blockKey: creditBlockKey,
  // Of the row of 200 credits with the longest names.
  mostUnits: 60,
});
