/** Attributes that are kept in rows of their own beside the record. One with its initial value has no row. */
import { isDeepStrictEqual } from 'node:util';
import type { Declared, ShownRecord, StoredRecord } from '../api/define/fields.ts';
import type { Item, Json } from '../table/item.ts';
import { apartKey, type Key } from '../table/keys.ts';
import type { Write } from '../table/write.ts';

/** @returns the names of the attributes that records of the type keep apart. */
export const apartNames = ({ attributes }: Pick<Declared, 'attributes'>): string[] =>
  Object.entries(attributes).flatMap(([name, { apart }]) => (apart ? [name] : []));

/** @returns the names of those that have a row once the record is saved. The record's own row lists them. */
export const namesApart = (resource: Declared, { fields, apart }: ShownRecord): string[] =>
  apartNames(resource).filter((name) =>
    name in fields ? !isInitial(resource, name, fields[name]) : (apart?.includes(name) ?? true),
  );

const isInitial = ({ attributes }: Declared, name: string, value: Json | undefined): boolean =>
  isDeepStrictEqual(value, attributes[name]?.initial);

/** What was sent is written whole; what was not sent is left alone; all of it goes with the record. */
export function apartWrites(
  resource: Declared,
  { before, after }: { before: StoredRecord | undefined; after: StoredRecord | undefined },
): Write[] {
  return apartNames(resource).flatMap((name): Write[] => {
    const key = apartKey(resource.type, (after ?? before)?.id ?? '', name);
    const value = after?.fields[name];
    const hasRow = before?.apart?.includes(name) ?? before !== undefined;
    if (after && value === undefined) return [];
    if (after && !isInitial(resource, name, value)) return [{ put: { ...key, value: value as Json } }];
    return hasRow ? [{ delete: key }] : [];
  });
}

/** @returns the keys of the rows that hold what the records do not show yet. @param shows which attributes are wanted. */
export const apartKeys = (
  resource: Declared,
  records: readonly ShownRecord[],
  shows: (name: string) => boolean,
): Key[] =>
  records.flatMap((record) =>
    namesApart(resource, record).flatMap((name) =>
      name in record.fields || !shows(name) ? [] : [apartKey(resource.type, record.id, name)],
    ),
  );

/** @param rows as read by `apartKeys`; without a row, an attribute has its initial value. */
export function withApart(
  resource: Declared,
  records: readonly ShownRecord[],
  rows: readonly Item[],
): ShownRecord[] {
  const values = new Map(rows.map(({ pk, sk, value }) => [`${pk} ${sk}`, value]));
  return records.map((record) => {
    const fields: Record<string, Json> = { ...record.fields };
    for (const name of apartNames(resource)) {
      const { pk, sk } = apartKey(resource.type, record.id, name);
      fields[name] ??= values.get(`${pk} ${sk}`) ?? (resource.attributes[name]?.initial as Json);
    }
    return { ...record, fields };
  });
}
