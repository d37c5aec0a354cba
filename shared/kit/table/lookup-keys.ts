/** Keys of the lookup index, which finds records of all owners by the value of a field. */
import { type KeyRow, linkIndexesOf, sortableId, tableShape } from './keys.ts';

/**
 * @returns the index, which cannot be used for a second unbounded link.
 * @throws Error if the type has two unbounded links.
 */
export function lookupIndexOf(row: KeyRow): (typeof tableShape.indexes)[number] | undefined {
  if (!row.foundBy) return undefined;
  const index = tableShape.indexes.find(({ name }) => name === 'by-second-link');
  if (!index || linkIndexesOf(row).some(({ name }) => name === index.name))
    throw new Error(`No index is left for ${row.foundBy.field}. Set the max of a link, or add an index.`);
  return index;
}

/** @param digest of the value. */
export const lookupKey = (type: string, list: string, digest: string): string =>
  `found#${type}#${list}#${digest}`;

/** Sorts by owner, then by age. */
export const lookupPlace = (ownerId: string, id: string): string =>
  `${sortableId(ownerId)}#${sortableId(id)}`;
