/**
 * Product codes with which stores got albums that have another code now, or none, or were deleted. They stay taken,
 * because a store would show two albums with one code.
 */
import * as v from 'valibot';
import { findRecord, type Store } from '../kit/records/store.ts';
import type { Item } from '../kit/table/item.ts';
import type { Write } from '../kit/table/write.ts';
import { type Album, albums } from './api/albums.ts';
import { formerUpcKey, formerUpcOwner } from './keys.ts';
import { gtinOf } from './rules/upc.ts';

const formerUpc = v.object({
  /** In comparable form. */
  gtin: v.string(),
  owner: v.string(),
  album: v.string(),
});

export type FormerUpc = Readonly<v.InferOutput<typeof formerUpc>>;

export const formerUpcRow = (former: FormerUpc) => ({
  ...formerUpcKey(former.gtin),
  ...formerUpcOwner(former.gtin, former.owner),
  ...former,
});

export const toFormerUpc = (row: Item): FormerUpc => v.parse(formerUpc, row);

/** For the transaction in which an album loses codes. @param codes in any spelling. */
export function keepUpcs({ id: album, ownerId: owner }: Album, codes: readonly (string | null)[]): Write[] {
  const gtins = new Set(codes.flatMap((code) => (code === null ? [] : (gtinOf(code) ?? []))));
  return Array.from(gtins, (gtin) => ({ put: formerUpcRow({ gtin, owner, album }) }));
}

/** @returns the code with which a store got the album. Earlier versions did not record it. */
export const deliveredUpc = ({ fields }: Pick<Album, 'fields'>): string | null =>
  fields['delivered-upc'] ?? (fields['was-delivered'] ? fields['upc-code'] : null);

/**
 * Whether a code is that of another album in stores. If that album was deleted, its owner can release it again.
 * @param store of a decision, so that the response stays right until its write. @param gtin in comparable form.
 */
export async function isFormerUpcOfOthers(
  store: Pick<Store, 'table'>,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  gtin: string,
): Promise<boolean> {
  const row = await store.table.get(formerUpcKey(gtin));
  const former = row && toFormerUpc(row);
  if (!former || former.album === id) return false;
  return former.owner !== ownerId || (await findRecord(store, albums, former.album)) !== undefined;
}
