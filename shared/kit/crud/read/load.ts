/** Loads records from the table, from the source of their type, or from reference data in memory. */
import { keyRowOf } from '../../declare/api.ts';
import type { Entry, ShownRecord, Stored, StoredRecord } from '../../declare/fields.ts';
import type { PackedRecords } from '../../declare/record-source.ts';
import type { Resource } from '../../declare/resource.ts';
import { recordList } from '../../lists/list-state.ts';
import { entriesOfOwner } from '../../lists/owned-entries.ts';
import { initialFields, recordOf } from '../../records/rows.ts';
import { readable } from '../../table/damaged-rows.ts';
import { recordKey } from '../../table/keys.ts';
import { problem } from '../../values/problems.ts';
import { type Context, ownerOf } from '../context.ts';

export const unknownRecord = ({ type }: Resource) =>
  problem('unknown_record', `No ${type} record has this id.`);

/** Reads with strong consistency. @throws unknown_record (404) or foreign_record (403). */
export async function loadOwned<D extends Resource>(
  context: Context,
  resource: D,
  id: string,
): Promise<Stored<D>> {
  const foreign = () =>
    resource.foreignRecords === 'hidden'
      ? unknownRecord(resource)
      : problem('foreign_record', `This ${resource.type} record belongs to another owner.`);
  if (!resource.idPattern.test(id)) throw unknownRecord(resource);
  const ownerId = ownerOf(context, resource);
  const ownerInId = context.api.sources[resource.type]?.ownerIn?.(id) ?? ownerId;
  if (ownerInId !== ownerId) throw foreign();
  const record = await loadOne(context, resource, id);
  if (!record) throw unknownRecord(resource);
  if (record.ownerId !== ownerId) throw foreign();
  return record;
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
  const rows = await context.table.getMany(keys, isConsistent);
  return readable(context.table, rows, (row) => recordOf(resource, row));
}

/** @returns the entries of the caller's records. @param limit of entries that are read from an index. */
export async function ownedEntries(
  context: Context,
  resource: Resource,
  limit?: number,
): Promise<readonly Entry[]> {
  if (resource.owner === 'platform') return [...referenceRecords(context, resource)];
  const ownerId = ownerOf(context, resource);
  const source = context.api.sources[resource.type];
  if (source?.owned) return [...(await source.owned(ownerId, context))];
  const list = recordList(resource, { row: keyRowOf(context.api, resource), source }, ownerId);
  return entriesOfOwner(context.table, list, limit);
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
  const packed = context.api.sources[resource.type]?.packed;
  const records = packed
    ? await packedRecords(context, packed, entries)
    : await loadMany(context, resource, ids);
  // Skip records that were deleted after the index was read.
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** Entries lead to the rows of packed records, without those that lead from ids. */
async function packedRecords(
  context: Context,
  packed: PackedRecords,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, StoredRecord>> {
  const parents = new Set(entries.map(({ fields }) => String(fields[packed.parent])));
  const records = await packed.ofParents([...parents], context);
  return new Map(records.map((record) => [record.id, record]));
}

export function referenceRecords({ api }: Pick<Context, 'api'>, { type }: Resource): readonly StoredRecord[] {
  const records = api.reference[type];
  if (!records) throw new Error(`The reference type ${type} has no records.`);
  return records();
}
