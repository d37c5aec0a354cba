/** Keys of the lookup index, which finds records of all owners by the value of a field, or lists them. */
import { type KeyRow, linkIndexesOf, sortableId, tableShape } from './keys.ts';
import { shardOf } from './shards.ts';

/**
 * @returns the index, which has one use: to find records, to list them, or a second unbounded link.
 * @throws Error if the type has another use for it.
 */
export function lookupIndexOf(row: KeyRow): (typeof tableShape.indexes)[number] | undefined {
  if (!row.foundBy && !row.listed) return undefined;
  const index = tableShape.indexes.find(({ name }) => name === 'by-second-link');
  const isTaken = linkIndexesOf(row).some(({ name }) => name === index?.name);
  if (!index || isTaken || (row.foundBy && row.listed)) {
    const use = row.foundBy?.field ?? 'lists of all owners';
    throw new Error(`No index is left for ${use}. Set the max of a link, or add an index.`);
  }
  return index;
}

/** @param digest of the value. */
export const lookupKey = (type: string, list: string, digest: string): string =>
  `found#${type}#${list}#${digest}`;

/** Sorts by owner, then by age. */
export const lookupSort = (ownerId: string, id: string): string => `${ownerPart(ownerId)}${sortableId(id)}`;

const ownerPart = (ownerId: string): string => `${sortableId(ownerId)}#`;

/** Whether the entry with this sort key is of a record of the owner. */
export const isSortedBelow = (ownerId: string, sort: unknown): boolean =>
  String(sort).startsWith(ownerPart(ownerId));

/** Each list is spread over several partitions, because the records of all owners are written to it. */
const LIST_SHARDS = 4;

const listKey = (type: string, list: string, shard: number): string => `listed#${type}#${list}#${shard}`;

/** @returns the partition of a record, which is sorted by age. */
export const listKeyOf = (type: string, list: string, id: string): string =>
  listKey(type, list, shardOf(id, LIST_SHARDS));

export const listKeys = (type: string, list: string): string[] =>
  Array.from({ length: LIST_SHARDS }, (_, shard) => listKey(type, list, shard));
