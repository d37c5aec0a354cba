/** What must hold between the journals of lists and the records, after any writes. */
import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../shared/kit/declare/api.ts';
import type { StoredRecord } from '../../shared/kit/declare/fields.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { changesIn, type EntryChange } from '../../shared/kit/records/journal.ts';
import { fieldsIn, slimOf } from '../../shared/kit/records/rows.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { journalKey } from '../../shared/kit/table/keys.ts';

/**
 * @param recordsOf the records of a type among the rows.
 * @returns a sentence for each entry whose newest change in the journal differs from its record.
 */
export const journalFaults = (
  { resources, keys }: Pick<Api, 'resources' | 'keys'>,
  rows: readonly Item[],
  recordsOf: (resource: Resource) => readonly StoredRecord[],
): string[] =>
  resources.flatMap((resource) => {
    const { type } = resource;
    const row = keys[type] ?? {};
    if (!row.journaled) return [];
    const records = new Map(recordsOf(resource).map((record) => [record.id, record]));
    return [...newestChanges(type, rows)].flatMap(([id, { slim }]) => {
      const record = records.get(id);
      const stored = record && fieldsIn(slimOf(resource, row, record));
      const isSame = isDeepStrictEqual(slim ? fieldsIn(slim) : undefined, stored);
      return isSame ? [] : [`journal: ${type} ${id} is another than its record`];
    });
  });

function newestChanges(type: string, rows: readonly Item[]): ReadonlyMap<string, EntryChange> {
  const newest = new Map<string, EntryChange>();
  const changes = rows
    .filter(({ pk, sk }) => String(pk).startsWith(journalKey(type, '', '').pk) && /^\d/.test(String(sk)))
    .flatMap(changesIn);
  for (const change of changes)
    if (change.version > (newest.get(change.id)?.version ?? -1)) newest.set(change.id, change);
  return newest;
}
