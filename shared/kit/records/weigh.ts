/** What reading the texts of a record takes, where it was written before its row told that. */
import type { StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { apartKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { apartNames, bytesOf, holdsLongText, LEAST_UNITS, namesApart, readUnitsOf } from './apart.ts';

/** @returns the record as it is to be written again; undefined when its row tells all. */
export async function weighed(
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
