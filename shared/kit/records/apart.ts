/** Attributes stored apart, in separate rows beside the record. Initial values have no row. */

import { isDeepStrictEqual } from 'node:util';
import type { Declared, ShownRecord, StoredRecord } from '../declare/fields.ts';
import type { Item, Json } from '../table/item.ts';
import { apartKey, type Key } from '../table/keys.ts';
import { LEAST_UNITS } from '../table/meter.ts';
import type { Write } from '../table/write.ts';
import { required } from '../values/required.ts';

/** Largest `when-long` value that stays in the record's row. */
const MAX_INLINE_BYTES = 2000;
const BYTES_PER_READ = 4096;

/** Cached per declaration, because every record of a list asks for them. */
const names = new WeakMap<Declared['attributes'], readonly string[]>();

/** @returns the attributes that can be stored apart. */
export function apartNames({ attributes }: Pick<Declared, 'attributes'>): readonly string[] {
  const known =
    names.get(attributes) ?? Object.entries(attributes).flatMap(([name, { apart }]) => (apart ? [name] : []));
  names.set(attributes, known);
  return known;
}

/** @returns the attributes that are stored apart for this record, as listed in its row. */
export const namesApart = (resource: Declared, { fields, apart }: ShownRecord): string[] =>
  apartNames(resource).filter((name) =>
    name in fields ? hasOwnRow(resource, name, fields[name]) : (apart?.includes(name) ?? true),
  );

/** @returns whether a `when-long` value is short enough for the record's row. */
export const isInline = (resource: Declared, name: string, value: Json | undefined): boolean =>
  resource.attributes[name]?.apart === 'when-long' && !hasOwnRow(resource, name, value);

function hasOwnRow({ attributes }: Declared, name: string, value: Json | undefined): boolean {
  const { initial, apart } = attributes[name] ?? {};
  if (isDeepStrictEqual(value, initial)) return false;
  return apart !== 'when-long' || bytesOf(value) > MAX_INLINE_BYTES;
}

/** @internal */
export const bytesOf = (value: Json | undefined): number => Buffer.byteLength(JSON.stringify(value ?? null));

/** @returns the read units of the larger rows by attribute, as stored in the record's row. */
export function weightsApart(resource: Declared, record: ShownRecord): Record<string, number> {
  const weights = namesApart(resource, record).map((name): [string, number] => {
    const value = record.fields[name];
    const units = value === undefined ? record.weights?.[name] : readUnitsOf(bytesOf(value));
    return [name, units ?? LEAST_UNITS];
  });
  return Object.fromEntries(weights.filter(([, units]) => units > LEAST_UNITS));
}

/** @returns the units of an eventually consistent read of this many bytes. */
export const readUnitsOf = (bytes: number): number => Math.ceil(bytes / BYTES_PER_READ) * LEAST_UNITS;

/** Writes the values that were sent, and keeps the others. Deleting the record deletes all. */
export function apartWrites(
  resource: Declared,
  { before, after }: { before: StoredRecord | undefined; after: StoredRecord | undefined },
): Write[] {
  return apartNames(resource).flatMap((name): Write[] => {
    const key = apartKey(
      resource.type,
      required(after ?? before, 'A change has a record before or after.').id,
      name,
    );
    const value = after?.fields[name];
    const hasRow = before?.apart?.includes(name) ?? before !== undefined;
    if (after && value === undefined) return [];
    if (after && hasOwnRow(resource, name, value)) return [{ put: { ...key, value: value as Json } }];
    return hasRow ? [{ delete: key }] : [];
  });
}

/** @returns the keys of the rows still to be read. @param shows whether an attribute is wanted. */
export const apartKeys = (
  resource: Declared,
  records: readonly ShownRecord[],
  shows: (name: string) => boolean,
): Key[] =>
  records.flatMap((record) =>
    unread(resource, record, shows).map((name) => apartKey(resource.type, record.id, name)),
  );

/** @returns the read units for `apartKeys` of the record. */
export const apartUnits = (
  resource: Declared,
  record: ShownRecord,
  shows: (name: string) => boolean,
): number =>
  unread(resource, record, shows).reduce((sum, name) => sum + (record.weights?.[name] ?? LEAST_UNITS), 0);

const unread = (resource: Declared, record: ShownRecord, shows: (name: string) => boolean): string[] =>
  namesApart(resource, record).filter((name) => !(name in record.fields) && shows(name));

/** Attributes without a row get their initial value. @param rows read by `apartKeys`. */
export function withApart(
  resource: Declared,
  records: readonly ShownRecord[],
  { rows, shows }: { rows: readonly Item[]; shows: (name: string) => boolean },
): ShownRecord[] {
  const values = new Map(rows.map(({ pk, sk, value }) => [`${pk} ${sk}`, value]));
  return records.map((record) => {
    const fields: Record<string, Json> = { ...record.fields };
    for (const name of apartNames(resource).filter(shows)) {
      const { pk, sk } = apartKey(resource.type, record.id, name);
      fields[name] ??= values.get(`${pk} ${sk}`) ?? (resource.attributes[name]?.initial as Json);
    }
    return { ...record, fields };
  });
}
