/** How records of all owners are found by the value of a field. */
import { type KeyRow, linkIndexesOf, sortableId, tableShape } from './keys.ts';

/**
 * The index by which records of all owners are found, instead of a second unbounded link.
 * @throws Error when the type has two of those.
 */
export function lookupIndexOf(row: KeyRow): (typeof tableShape.indexes)[number] | undefined {
  if (!row.foundBy) return undefined;
  const index = tableShape.indexes.find(({ name }) => name === 'by-second-link');
  if (!index || linkIndexesOf(row).some(({ name }) => name === index.name))
    throw new Error(`No index is left for ${row.foundBy.field}: give a link a max, or add an index.`);
  return index;
}

/** Where records of a list with a value are looked up. @param digest of the value. */
export const lookupKey = (type: string, list: string, digest: string): string =>
  `found#${type}#${list}#${digest}`;

/** By owner, and then by age. */
export const lookupPlace = (ownerId: string, id: string): string =>
  `${sortableId(ownerId)}#${sortableId(id)}`;
