/** Finds the records that link to many records together, in a limited number of calls. */
import { keyRowOf } from '../../declare/api.ts';
import type { Entry } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { type RecordList, recordList } from '../../lists/list-state.ts';
import { entriesLinkedTo } from '../../lists/owned-entries.ts';
import { readList, unlessTooLong } from '../../lists/read-list.ts';
import { startFoldForReaders } from '../../lists/unreadable.ts';
import { linkingsOf } from '../../records/linked-records.ts';
import { type Linking, relatedType } from '../../records/links.ts';
import { isProblem } from '../../values/problems.ts';
import { type Context, ownerOf } from '../context.ts';
import { ownedEntries, referenceRecords } from './load.ts';

/** Up to this number, each record is queried separately. Beyond it, all records of the owner are queried. */
const MAX_QUERIES = 4;
/** For owners with more records than this, up to MAX_MANY_QUERIES records are queried separately. */
const MAX_ENTRIES = 2000;
const MAX_MANY_QUERIES = 100;

/** A linking record, with its fields if its source provides them. */
export type Linked = Linking & { readonly record?: Entry };

/**
 * Bounded links are read from link lists, with strong consistency unless `isEventual`. Others are queried.
 * @param resource the linking type.
 * @param target its to-one relationship `near`, and the ids of related records.
 * @returns the linking records for each id, oldest first.
 */
export async function linkingTo(
  context: Context,
  resource: Resource,
  { near, ids, isEventual = false }: { near: string; ids: readonly string[]; isEventual?: boolean },
): Promise<Map<string, Linked[]>> {
  const link = keyRowOf(context.api, resource).links?.[near];
  if (link?.max !== undefined) {
    const ownerId = ownerOf(context, resource);
    const type = relatedType(resource, near);
    const targets = ids.map((id) => ({ type, id, ownerId }));
    return linkingsOf(context, targets, { resource, by: near, isEventual });
  }
  const entries = await entriesLinkingTo(context, resource, { near, ids });
  const linkings = new Map<string, Linked[]>(ids.map((id) => [id, []]));
  for (const record of entries) {
    const linked = {
      id: record.id,
      ids: record.fields as Linking['ids'],
      ...(isWhole(record) && { record }),
    };
    linkings.get(String(record.fields[near]))?.push(linked);
  }
  return linkings;
}

/** Whether the record comes from a source rather than from a list. */
const isWhole = (record: Entry): boolean => 'version' in record;

export type LinkLookup = (
  resource: Resource,
  near: string,
  ids: readonly string[],
) => Promise<Map<string, Linked[]>>;

/** Caches lookups, because a list may use the same links to find, filter and sort records. */
export function linkLookup(context: Context): LinkLookup {
  const lookups = new Map<string, ReturnType<LinkLookup>>();
  return (resource, near, ids) => {
    const key = [resource.type, near, ...ids].join();
    const links = lookups.get(key) ?? linkingTo(context, resource, { near, ids });
    lookups.set(key, links);
    return links;
  };
}

/**
 * @param limit of the records that link to one id.
 * @returns the records that link to any of the ids by an unbounded link.
 */
export async function entriesLinkingTo(
  context: Context,
  resource: Resource,
  { near, ids, ...bound }: { near: string; ids: readonly string[]; limit?: number },
): Promise<readonly Entry[]> {
  const wanted = new Set(ids);
  if (resource.owner === 'platform') {
    return referenceRecords(context, resource).filter(({ fields }) => wanted.has(String(fields[near])));
  }
  const isLinking = ({ fields }: Entry) => wanted.has(String(fields[near]));
  const row = keyRowOf(context.api, resource);
  const source = context.api.sources[resource.type];
  const list = recordList(resource, { row, source }, ownerOf(context, resource));
  if (source) {
    const target = { relationship: near, ids: [...wanted] };
    const find = () => source.linking(list.ownerId, target, context);
    const isFar = source.packed && (source.packed.parent !== near || wanted.size > MAX_MANY_QUERIES);
    return isFar ? (await listOrSearch(context, list, find)).filter(isLinking) : find();
  }
  const hasIndex = row.links?.[near] !== undefined;
  if (!hasIndex || wanted.size > MAX_MANY_QUERIES)
    return (await ownedEntries(context, resource)).filter(isLinking);
  if (wanted.size > MAX_QUERIES) {
    const owned = await ownedEntries(context, resource, MAX_ENTRIES);
    if (owned.length !== MAX_ENTRIES) return owned.filter(isLinking);
  }
  const type = relatedType(resource, near);
  const lists = Array.from(wanted, (id) =>
    entriesLinkedTo(context.table, list, { link: near, target: { type, id }, ...bound }),
  );
  // A record whose link changes during the queries can be found twice.
  return [...new Map((await Promise.all(lists)).flat().map((entry) => [entry.id, entry])).values()];
}

/** Packed records that are in the rows of many others come from the snapshot of all, if there is one. */
async function listOrSearch(
  { table, now }: Context,
  list: RecordList,
  search: () => Promise<readonly Entry[]>,
): Promise<readonly Entry[]> {
  const entries = await readList(table, list).catch(unlessTooLong);
  if (entries) return entries;
  try {
    return await search();
  } catch (error) {
    if (isProblem(error, 'search_too_large')) await startFoldForReaders(table, list, now);
    throw error;
  }
}
