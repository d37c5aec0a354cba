/**
 * Rewrites records of an older layout, so that new filters and links find them in the indexes, and records
 * whose rows do not state the size of their long texts.
 */
import { keyRowOf, resourceOf } from '../declare/api.ts';
import type { StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import type { Item } from '../table/item.ts';
import { apartKey, isRecordKey, isUniqueKey, recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { apartNames, bytesOf, holdsLongText, LEAST_UNITS, namesApart, readUnitsOf } from './apart.ts';
import { isOutdated, recordOf } from './rows.ts';
import { convert, retried, rewrite, type Store } from './store.ts';

/** @returns whether the row was rewritten. */
export function reindex(store: Store, item: Item): Promise<boolean> {
  if (isUniqueKey({ pk: String(item['pk']), sk: String(item['sk']) })) return convert(store.table, item);
  const type = String(item['pk']).split('#')[0] ?? '';
  const isDeclared = store.api.resources.some((each) => each.type === type);
  if (!isDeclared || !isRecordKey(item, type)) return Promise.resolve(false);
  const resource = resourceOf(store.api, type);
  const row = keyRowOf(store.api, resource);
  let current: Item | undefined = item;
  return retried(async () => {
    if (!current) return false;
    const record = recordOf(resource, current);
    const known = await weighed(store.table, resource, record);
    if (!known && !isOutdated(resource, row, current)) return false;
    if ((await rewrite(store, resource, known ?? record)).is === 'saved') return true;
    current = await store.table.get(recordKey(type, record.id));
    return 'again';
  });
}

/**
 * Determines the read units of long texts if the record's row does not state them.
 * @returns the record to write, or undefined if its row is complete.
 */
async function weighed(
  table: Table,
  resource: Resource,
  record: StoredRecord,
): Promise<StoredRecord | undefined> {
  const unknown = namesApart(resource, record).filter(
    (name) => !(name in record.fields) && record.weights?.[name] === undefined,
  );
  const keys = unknown.map((name) => apartKey(resource.type, record.id, name));
  const rows = keys.length > 0 ? await table.getMany(keys, true) : [];
  const units = unknown.map((name, place): [string, number] => {
    const row = rows.find(({ pk, sk }) => pk === keys[place]?.pk && sk === keys[place]?.sk);
    return [name, readUnitsOf(bytesOf(row?.['value']))];
  });
  const heavy = units.filter(([, each]) => each > LEAST_UNITS);
  if (heavy.length > 0) return { ...record, weights: { ...record.weights, ...Object.fromEntries(heavy) } };
  return apartNames(resource).some((name) => holdsLongText(resource, record, name)) ? record : undefined;
}
