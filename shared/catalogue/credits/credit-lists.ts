/** The credits of a track, stored in one row. A track without credits has no row. */
import type { Stored } from '../../kit/declare/fields.ts';
import { type Listed, type PackedList, PackedLists } from '../../kit/records/packed-lists.ts';
import { trackCredits } from '../api/track-credits.ts';
import { catalogueKeyRows } from '../keys.ts';
import type { Credit } from '../rules/credits.ts';
import { creditBlockKey, creditListKey } from './credit-keys.ts';

export type StoredCredit = Credit & { readonly id: number };

/** In reading order. */
export type CreditList = PackedList<StoredCredit>;

export function creditRecord({ list, item }: Listed<StoredCredit>): Stored<typeof trackCredits> {
  const { id, role, name, position, 'artist-id': artistId } = item;
  const artist = artistId === null ? null : String(artistId);
  const fields = { role, name, position, 'artist-id': artistId, track: list.parentId, artist };
  return { type: trackCredits.type, id: String(id), ownerId: list.ownerId, version: list.changes, fields };
}

export const creditLists = new PackedLists<StoredCredit>({
  type: trackCredits.type,
  parent: 'track',
  items: 'credits',
  countsIn: 'row',
  listKey: creditListKey,
  blockKey: creditBlockKey,
  // Covers a row of 200 credits with the longest names.
  mostUnits: 60,
  journaled: { resource: trackCredits, row: catalogueKeyRows['track-credits'], recordOf: creditRecord },
});
