/** Loads records from the table, from the source of their type, or from reference data in memory. */
import { keyRowOf } from '../../declare/api.ts';
import type { Entry, ShownRecord, Stored, StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { knownList } from '../../lists/list-memory.ts';
import { readList } from '../../lists/read-list.ts';
import { entryOf, initialFields, isOutdated, layoutOf, recordOf } from '../../records/rows.ts';
import { linkIndexOf, ownerKey, recordKey } from '../../table/keys.ts';
import type { Query } from '../../table/query.ts';
import { problem } from '../../values/problems.ts';
import { type Context, ownerOf } from '../context.ts';

/** Reads with strong consistency. @throws unknown_record (404) or foreign_record (403). */
export async function loadOwned<D extends Resource>(
  context: Context,
  resource: D,
  id: string,
): Promise<Stored<D>> {
  const unknown = () => problem('unknown_record', `No ${resource.type} record has this id.`);
  if (!resource.idPattern.test(id)) throw unknown();
  const record = await loadOne(context, resource, id);
  if (!record) throw unknown();
  if (record.ownerId === ownerOf(context, resource)) return record;
  if (resource.foreignRecords === 'hidden') throw unknown();
  throw problem('foreign_record', `This ${resource.type} record belongs to another owner.`);
}

async function loadOne<D extends Resource>(
  context: Context,
  resource: D,
  id: string,
): Promise<Stored<D> | undefined> {
  if (resource.owner === 'platform' || context.api.sources[resource.type]) {
    const [record] = await findWanted(context, resource, { wanted: new Set([id]), isConsistent: true });
    // Reference data and sources have records of the declared type.
    return record as Stored as Stored<D> | undefined;
  }
  const item = await context.table.get(recordKey(resource.type, id));
  return item && recordOf(resource, item);
}

/** @returns existing records of any owner. @param isConsistent reads with strong consistency. */
export async function loadMany(
  context: Context,
  resource: Resource,
  ids: Iterable<string>,
  isConsistent = false,
): Promise<Map<string, StoredRecord>> {
  const wanted = new Set([...ids].filter((id) => resource.idPattern.test(id)));
  const records = await findWanted(context, resource, { wanted, isConsistent });
  return new Map(records.map((record) => [record.id, record]));
}

async function findWanted(
  context: Context,
  resource: Resource,
  { wanted, isConsistent }: { wanted: ReadonlySet<string>; isConsistent: boolean },
): Promise<readonly StoredRecord[]> {
  if (resource.owner === 'platform')
    return referenceRecords(context, resource).filter(({ id }) => wanted.has(id));
  const source = context.api.sources[resource.type];
  if (source) return source.find([...wanted], context);
  const keys = Array.from(wanted, (id) => recordKey(resource.type, id));
  return (await context.table.getMany(keys, isConsistent)).map((item) => recordOf(resource, item));
}

/** @returns the index entries of the caller's records. @param limit maximum number of entries. */
export async function ownedEntries(
  context: Context,
  resource: Resource,
  limit?: number,
): Promise<readonly Entry[]> {
  if (resource.owner === 'platform') return [...referenceRecords(context, resource)];
  const ownerId = ownerOf(context, resource);
  const source = context.api.sources[resource.type];
  if (source) return [...(await source.owned(ownerId, context))];
  const row = keyRowOf(context.api, resource);
  const partition = ownerKey(ownerId, resource.type);
  const owned = { partition, ...(limit !== undefined && { limit }) };
  if (!row.journaled) return listedEntries(context, resource, owned);
  const list = { type: resource.type, ownerId, layout: layoutOf(resource, row) };
  if (knownList(list))
    return (await readList(context.table, list)) ?? listedEntries(context, resource, owned);
  // Most lists have no snapshot, so the index is read concurrently.
  const [entries, first] = await Promise.all([
    readList(context.table, list),
    listedPage(context, resource, { partition, limit: FIRST_ENTRIES }),
  ]);
  if (entries || first.last === undefined) return entries ?? first.entries;
  const rest = { from: `${first.last} `, upTo: AFTER_IDS };
  const others = await listedEntries(context, resource, { ...owned, ...rest });
  return [...first.entries, ...others];
}

/** About 12 units. An owner with more usually has a snapshot. */
const FIRST_ENTRIES = 400;
const AFTER_IDS = '~';

/** @param from a partition of the owner's index or, with `link`, of the index of the unbounded link. */
export const listedEntries = async (
  context: Context,
  resource: Resource,
  listing: Listing,
): Promise<readonly Entry[]> => (await listedPage(context, resource, listing)).entries;

interface Listing extends Pick<Query, 'partition' | 'limit' | 'from' | 'upTo'> {
  readonly link?: string;
}

/** @returns also the sort key of the last one, if there can be more entries than the limit. */
async function listedPage(
  context: Context,
  resource: Resource,
  { link, ...from }: Listing,
): Promise<{ entries: readonly Entry[]; last?: string }> {
  const row = keyRowOf(context.api, resource);
  const ownerId = ownerOf(context, resource);
  const index = link === undefined ? 'by-owner' : linkIndexOf(row, link).name;
  const items = await context.table.query({ index, ...from });
  const entries = items.map((item) => entryOf(resource, { item, ownerId }));
  const outdated = new Set(
    items.flatMap((item, index) => (isOutdated(resource, row, item) ? (entries[index]?.id ?? []) : [])),
  );
  const last =
    items.length >= (from.limit ?? Number.POSITIVE_INFINITY)
      ? { last: String(items.at(-1)?.['ownerSort']) }
      : {};
  if (outdated.size === 0) return { entries, ...last };
  // These entries have an older layout, so filters and sorts need the whole records.
  const records = await loadMany(context, resource, outdated);
  const current = entries.flatMap((entry) =>
    outdated.has(entry.id) ? (records.get(entry.id) ?? []) : entry,
  );
  return { entries: current, ...last };
}

/** @returns the records of entries. Entries of a covering index are complete. */
export async function wholeRecords(
  context: Context,
  resource: Resource,
  entries: readonly Entry[],
): Promise<ShownRecord[]> {
  if (resource.owner === 'platform' || keyRowOf(context.api, resource).covering) {
    const initial = initialFields(resource);
    return entries.map((entry) => ({
      ...entry,
      fields: { ...initial, ...entry.fields } as ShownRecord['fields'],
    }));
  }
  const ids = entries.map(({ id }) => id);
  const records = await loadMany(context, resource, ids);
  // Skip records that were deleted after the index was read.
  return ids.flatMap((id) => records.get(id) ?? []);
}

export function referenceRecords({ api }: Pick<Context, 'api'>, { type }: Resource): readonly StoredRecord[] {
  const records = api.reference[type];
  if (!records) throw new Error(`The reference type ${type} has no records.`);
  return records();
}
