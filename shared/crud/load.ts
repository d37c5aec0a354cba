/** Records by id, as their owner: from the table, or from reference data in memory. */
import { resourceOf } from '../api/define/api.ts';
import type { Resource } from '../api/define/resource.ts';
import { problem } from '../domain/problems.ts';
import { linkKey, ownerKey, recordKey } from '../table/keys.ts';
import { type StoredRecord, toRecord } from '../table/records.ts';
import { type Context, keyRowOf, ownerOf } from './context.ts';

/** @returns the record as last written. @throws unknown_record (404) or foreign_record (403). */
export async function loadOwned(context: Context, resource: Resource, id: string): Promise<StoredRecord> {
  const unknown = () => problem('unknown_record', `There is no record of ${resource.type} with this id.`);
  if (!resource.idPattern.test(id)) throw unknown();
  const record = await loadOne(context, resource, id);
  if (!record) throw unknown();
  if (record.ownerId === ownerOf(context, resource)) return record;
  if (resource.foreignRecords === 'hidden') throw unknown();
  throw problem('foreign_record', `This record of ${resource.type} belongs to someone else.`);
}

async function loadOne(context: Context, resource: Resource, id: string): Promise<StoredRecord | undefined> {
  if (resource.owner === 'platform')
    return referenceRecords(context, resource).find((each) => each.id === id);
  const item = await context.table.get(recordKey(resource.type, id));
  return item && toRecord(item);
}

/** @returns those of the ids that exist, whoever owns them, each once. */
export async function loadMany(
  context: Context,
  resource: Resource,
  ids: Iterable<string>,
): Promise<Map<string, StoredRecord>> {
  const wanted = new Set([...ids].filter((id) => resource.idPattern.test(id)));
  const found =
    resource.owner === 'platform'
      ? referenceRecords(context, resource).filter(({ id }) => wanted.has(id))
      : (await context.table.getMany([...wanted].map((id) => recordKey(resource.type, id)))).map((item) =>
          toRecord(item),
        );
  return new Map(found.map((record) => [record.id, record]));
}

/** @returns an entry for each record the caller owns of this resource, with its indexed fields. */
export async function ownedEntries(context: Context, resource: Resource): Promise<StoredRecord[]> {
  if (resource.owner === 'platform') return [...referenceRecords(context, resource)];
  const ownerId = ownerOf(context, resource);
  const partition = ownerKey(ownerId, resource.type);
  const items = await context.table.query({ index: 'by-owner', partition });
  return items.map((item) => toRecord(item, ownerId));
}

/** @returns an entry for each record of the caller's whose to-one relationship `name` is the target. */
export async function linkedEntries(
  context: Context,
  resource: Resource,
  { name, id }: { name: string; id: string },
): Promise<StoredRecord[]> {
  if (resource.owner === 'platform') {
    return referenceRecords(context, resource).filter(({ fields }) => fields[name] === id);
  }
  const relationship = resource.relationships[name];
  if (!relationship) throw new Error(`${resource.type} has no relationship ${name}.`);
  const ownerId = ownerOf(context, resource);
  const isFirst = keyRowOf(context, resource).firstLink === name;
  const items = await context.table.query({
    index: isFirst ? 'by-first-link' : 'by-second-link',
    partition: linkKey(ownerId, resource.type, { type: relationship.type, id }),
  });
  return items.map((item) => toRecord(item, ownerId));
}

/** @returns the whole records of entries; of a covering index the entries are that already. */
export async function wholeRecords(
  context: Context,
  resource: Resource,
  entries: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  if (resource.owner === 'platform' || keyRowOf(context, resource).covering) return [...entries];
  const records = await loadMany(
    context,
    resource,
    entries.map(({ id }) => id),
  );
  // An entry without a record: the record went away after the index was read.
  return entries.flatMap(({ id }) => records.get(id) ?? []);
}

function referenceRecords({ api }: Context, { type }: Resource): readonly StoredRecord[] {
  resourceOf(api, type);
  return api.reference[type]?.() ?? [];
}
