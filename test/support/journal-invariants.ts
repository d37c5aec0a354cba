/** What must hold between the journals of lists and the records, after any writes. */
import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../shared/kit/declare/api.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { changesIn, type EntryChange } from '../../shared/kit/records/journal.ts';
import { fieldsIn, recordOf, slimOf } from '../../shared/kit/records/rows.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { isRecordKey, journalKey } from '../../shared/kit/table/keys.ts';

/** @returns a sentence for each entry whose newest change in the journal differs from its record. */
export const journalFaults = (api: Pick<Api, 'resources' | 'keys'>, rows: readonly Item[]): string[] =>
  api.resources.flatMap((resource) =>
    api.keys[resource.type]?.journaled ? faultsIn(api, resource, rows) : [],
  );

function faultsIn({ keys }: Pick<Api, 'keys'>, resource: Resource, rows: readonly Item[]): string[] {
  const { type } = resource;
  const row = keys[type] ?? {};
  const records = new Map(
    rows
      .filter((each) => isRecordKey(each, type))
      .map((each) => recordOf(resource, each))
      .map((each) => [each.id, each]),
  );
  return [...newestChanges(type, rows)].flatMap(([id, { slim }]) => {
    const record = records.get(id);
    const stored = record && fieldsIn(slimOf(resource, row, record));
    const isSame = isDeepStrictEqual(slim ? fieldsIn(slim) : undefined, stored);
    return isSame ? [] : [`journal: ${type} ${id} is another than its record`];
  });
}

function newestChanges(type: string, rows: readonly Item[]): ReadonlyMap<string, EntryChange> {
  const newest = new Map<string, EntryChange>();
  const changes = rows
    .filter(({ pk, sk }) => String(pk).startsWith(journalKey(type, '', '').pk) && /^\d/.test(String(sk)))
    .flatMap(changesIn);
  for (const change of changes)
    if (change.version > (newest.get(change.id)?.version ?? -1)) newest.set(change.id, change);
  return newest;
}
