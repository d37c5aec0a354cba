/** Reference data in memory, created on first use. */
import type { Declared, Fields, StoredRecord } from '../kit/declare/fields.ts';
import { rememberReference } from '../kit/declare/reference-ids.ts';
import type { Json } from '../kit/table/item.ts';
import { once } from '../platform/once.ts';

/** Fields with what people call a record, the longest first. */
const naming = ['name', 'key', 'code', 'alpha2-code'] as const;

const namesOf = (row: Readonly<Record<string, Json>>): string[] =>
  naming.flatMap((field) => (typeof row[field] === 'string' ? row[field] : []));

/** The id and fields of a reference record. */
export type RowOf<D extends Declared> = { readonly id: string } & Fields<D>;

export interface ReferenceData<R> {
  readonly rows: () => readonly R[];
  readonly records: () => readonly StoredRecord[];
}

/**
 * @param resource its declaration.
 * @param make returns the rows. Called once, on first use, so that only functions that need the data load it.
 * @returns the data as rows for rules, and as records for the API.
 */
export function referenceData<D extends Declared>(
  { type }: D,
  make: () => readonly (RowOf<D> & Readonly<Record<string, Json>>)[],
): ReferenceData<RowOf<D>> {
  const rows = once(make);
  const records = once(() =>
    rows().map((fields) => ({ type, id: fields.id, ownerId: '', version: 1, fields })),
  );
  rememberReference(type, {
    rows: () => rows().map((row) => ({ id: row.id, names: namesOf(row) })),
    ids: once(() => new Set(rows().map(({ id }) => id))),
  });
  return { rows, records };
}
