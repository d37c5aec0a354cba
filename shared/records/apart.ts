/** Attributes that are kept in rows of their own beside the record. */
import type { Declared, ShownRecord, StoredRecord } from '../api/define/fields.ts';
import type { Item, Json } from '../table/item.ts';
import { apartKey, type Key } from '../table/keys.ts';
import type { Write } from '../table/write.ts';

/** @returns the names of the attributes that records of the type keep apart. */
export const apartNames = ({ attributes }: Pick<Declared, 'attributes'>): string[] =>
  Object.entries(attributes).flatMap(([name, { apart }]) => (apart ? [name] : []));

/** What was sent is written whole; what was not sent is left alone; all of it goes with the record. */
export function apartWrites(
  resource: Declared,
  { before, after }: { before: StoredRecord | undefined; after: StoredRecord | undefined },
): Write[] {
  const record = after ?? before;
  if (!record) return [];
  return apartNames(resource).flatMap((name): Write[] => {
    const key = apartKey(resource.type, record.id, name);
    const value = after?.fields[name];
    if (!after) return [{ delete: key }];
    return value === undefined ? [] : [{ put: { ...key, value } }];
  });
}

/** @returns the keys of the rows that hold what the records do not show yet. */
export const apartKeys = (resource: Declared, records: readonly ShownRecord[]): Key[] =>
  records.flatMap(({ id, fields }) =>
    apartNames(resource).flatMap((name) => (name in fields ? [] : [apartKey(resource.type, id, name)])),
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
