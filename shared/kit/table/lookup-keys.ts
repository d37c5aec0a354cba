/** Keys of the lookup index, which finds records of all owners by the value of a field, or lists them. */
import { digestOf } from './digest.ts';
import { type KeyRow, linkIndexesOf, sortableId, tableShape } from './keys.ts';
import { shardOf } from './shards.ts';

export const [, , lookupIndex] = tableShape.indexes;

/**
 * @returns the index, which has one use: to find records, to list them, or a second unbounded link.
 * @throws Error if the type has another use for it.
 */
export function lookupIndexOf(row: KeyRow): typeof lookupIndex | undefined {
  if (!row.foundBy && !row.listed) return undefined;
  const isTaken = linkIndexesOf(row).some(({ name }) => name === lookupIndex.name);
  if (isTaken || (row.foundBy && row.listed)) {
    const use = row.foundBy?.field ?? 'lists of all owners';
    throw new Error(`No index is left for ${use}. Set the max of a link, or add an index.`);
  }
  return lookupIndex;
}

type Finding = Pick<KeyRow, 'foundBy'>;

/** Where the lookup index has the records with a value, in the order of their lists. */
export interface LookupPlace {
  readonly partition: string;
  /** The beginning of their sort keys. Owner and id follow. */
  readonly prefix: string;
}

/**
 * @param list only of this list. @returns undefined if nothing is found by the value.
 * @example placeOf('tracks', row, { value: 'DE-AB1-26-00001' }) // 'DEAB12600001#' in 'found#tracks#DEAB126'
 */
export function placeOf(
  type: string,
  { foundBy }: Finding,
  { value, list }: { readonly value: unknown; readonly list?: string },
): LookupPlace | undefined {
  const form = foundBy && typeof value === 'string' ? foundBy.form(value) : '';
  if (!foundBy || form === '') return undefined;
  const range = foundBy.rangeOf?.(form);
  // A digest, because other values can be longer than keys.
  const partition = `found#${type}#${range ?? digestOf(form)}`;
  const inList = list === undefined ? '' : `${foundBy.lists.indexOf(list)}#`;
  return { partition, prefix: `${range === undefined ? '' : form}#${inList}` };
}

/**
 * @returns a query for the records with a value from one to another of the same range.
 * @throws Error for other values, which is a bug.
 */
export function rangeBetween(
  type: string,
  row: Finding,
  [first, last]: readonly [string, string],
): { readonly partition: string; readonly from: string; readonly upTo: string } {
  const [from, upTo] = [first, last].map((value) => placeOf(type, row, { value }));
  if (!from || from.partition !== upTo?.partition)
    throw new Error(`${first} to ${last} is not in one range.`);
  return { partition: from.partition, from: from.prefix, upTo: `${upTo.prefix}~` };
}

/** @returns queries for the records at a place that have other owners, before and after those of this one. */
export function rangesOfOthers({ partition, prefix }: LookupPlace, ownerId: string) {
  const own = `${prefix}${sortableId(ownerId)}`;
  return [
    { partition, from: prefix, upTo: own },
    { partition, from: `${own}~`, upTo: `${prefix}~` },
  ];
}

/** Sorts by list, then by owner and age. */
export const lookupSort = (place: LookupPlace, ownerId: string, id: string): string =>
  `${place.prefix}${sortableId(ownerId)}#${sortableId(id)}`;

interface LookupEntry {
  /** The value in its comparable form. */
  readonly form: string;
  /** The position of its list among those of the type. */
  readonly list: number;
  readonly ownerId: string;
}

/** @returns what an entry in a range contains about its record. @param sort its sort key. */
export function readLookupSort(sort: string): LookupEntry {
  const [form = '', list, owner = ''] = sort.split('#');
  return { form, list: Number(list), ownerId: owner.replace(/^0+/, '') };
}

/** Each list is spread over several partitions, because the records of all owners are written to it. */
const LIST_SHARDS = 4;

const listKey = (type: string, list: string, shard: number): string => `listed#${type}#${list}#${shard}`;

/** @returns the partition of a record, which is sorted by age. */
export const listKeyOf = (type: string, list: string, id: string): string =>
  listKey(type, list, shardOf(id, LIST_SHARDS));

export const listKeys = (type: string, list: string): string[] =>
  Array.from({ length: LIST_SHARDS }, (_, shard) => listKey(type, list, shard));
