/**
 * Unique values. The first holder of a value owns its row, which no other record can create. If the
 * declaration allows records to share a value (such as artists with the same name), further records have rows
 * beside it, and the first row counts them.
 */
import type { StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { digestOf } from '../table/digest.ts';
import { type Condition, equal, rowExists, rowMissing } from '../table/expressions.ts';
import type { Item, Json } from '../table/item.ts';
import { type Key, type KeyRow, sharerKey, type Unique, uniqueKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { comparable } from '../values/comparable.ts';

export interface UniqueValue {
  /** The field, or fields joined by `+`, as in the key row. */
  readonly field: string;
  readonly key: Key;
}

/** Holders of a shared value, as last read. */
export interface Holders {
  readonly first: string;
  /** The oldest of the other holders. */
  readonly second: string | undefined;
}

/** @returns the unique values of a record, without empty fields. */
export function uniqueValues(
  resource: Resource,
  row: KeyRow,
  record: StoredRecord | undefined,
): UniqueValue[] {
  if (!record) return [];
  return Object.entries(row.unique ?? {}).flatMap(([field, unique]) => {
    const { scope, while: applies }: Pick<Unique, 'scope'> & Partial<Unique> =
      typeof unique === 'string' ? { scope: unique } : unique;
    const values = field.split('+').map((each) => record.fields[each] ?? null);
    if (values.includes(null) || (applies && !applies(record.fields))) return [];
    return uniqueValue(resource.type, { owner: scope === 'owner' ? record.ownerId : scope, field, values });
  });
}

/**
 * @param owner an owner's id, or 'platform'.
 * @param values one for each field in `field`.
 */
export function uniqueValue(
  type: string,
  { owner, field, values }: { owner: string; field: string; values: readonly Json[] },
): UniqueValue {
  const form = comparable(values.map(String).join('+'));
  // Keys contain digests, because values can be longer than a key.
  return { field, key: uniqueKey(type, `${owner}#${field}`, digestOf(form)) };
}

export const findHolder = async (table: Table, { key }: UniqueValue): Promise<string | undefined> =>
  firstHolder(await table.get(key));

/** @returns fields that became unique after the record was written and whose values it does not hold yet. */
export async function unheldFields(
  table: Table,
  resource: Resource,
  { row, record }: { row: KeyRow; record: StoredRecord },
): Promise<string[]> {
  const fields = uniqueValues(resource, row, record).map(async ({ field, key }) => {
    const rows = await table.getMany([key, sharerKey(key, record.id)], true);
    return rows.some((each) => firstHolder(each) === record.id) ? [] : (field.split('+')[0] ?? []);
  });
  return (await Promise.all(fields)).flat();
}

/** @returns undefined if the value is free. */
export async function findHolders(table: Table, { key }: UniqueValue): Promise<Holders | undefined> {
  const rows = await table.query({ partition: key.pk, limit: 2 });
  const first = firstHolder(rows.find(({ sk }) => sk === key.sk));
  const second = rows.find(({ sk }) => sk !== key.sk);
  return first === undefined ? undefined : { first, second: second && String(second['holder']) };
}

export const firstHolder = (row: Item | undefined): string | undefined =>
  typeof row?.['holder'] === 'string' ? row['holder'] : undefined;

/** Takes a free value. */
export const take = ({ key }: UniqueValue, id: string): Write => ({
  put: { ...key, holder: id },
  condition: rowMissing,
});

/** Frees a value that cannot be shared. */
export const free = ({ key }: UniqueValue, id: string): Write => ({
  delete: key,
  condition: isHeldBy(id),
});

const isHeldBy = (id: string): Condition => ({ any: [rowMissing, equal('holder', id)] });

/** Takes a value that others may hold. */
export function share(
  value: UniqueValue,
  { id, holders }: { id: string; holders: Holders | undefined },
): Write[] {
  if (!holders) return [take(value, id)];
  return [
    { update: value.key, with: [{ add: 'sharers', by: 1 }], condition: rowExists },
    { put: { ...sharerKey(value.key, id), holder: id }, condition: rowMissing },
  ];
}

/** Frees a value that others may hold. If the first holder frees it, the second takes its place. */
export function unshare(
  value: UniqueValue,
  { id, holders }: { id: string; holders: Holders | undefined },
): Write[] {
  const { key } = value;
  if (!holders) return [free(value, id)];
  const fewer = { add: 'sharers', by: -1 } as const;
  if (holders.first !== id) {
    return [
      { delete: sharerKey(key, id), condition: rowExists },
      { update: key, with: [fewer], condition: rowExists },
    ];
  }
  const { second } = holders;
  if (second === undefined) {
    const isAlone: Condition = { any: [{ missing: 'sharers' }, equal('sharers', 0)] };
    return [{ delete: key, condition: { all: [equal('holder', id), isAlone] } }];
  }
  return [
    { update: key, with: [{ set: 'holder', to: second }, fewer], condition: equal('holder', id) },
    { delete: sharerKey(key, second), condition: rowExists },
  ];
}
