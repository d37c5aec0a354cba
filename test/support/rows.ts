/**
 * Changes rows directly, for states that no request leads to. shared/kit/records knows where a field is in
 * its row.
 */
import type { Fields } from '../../shared/kit/declare/fields.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { changeRecord, storeOf } from '../../shared/kit/records/store.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { allRows } from './invariants.ts';

/**
 * Sets fields of a record of the service, as its next version.
 * @throws unknown_record when there is no such record.
 * @example await setFields(artists, id, { name: 'Renamed' })
 */
export async function setFields<D extends Resource>(
  resource: D,
  id: string,
  fields: Partial<Fields<D>>,
): Promise<void> {
  const store = storeOf(definitions, { table: new Table(), now: new Date() });
  await changeRecord(store, { resource, id }, () => ({ fields }));
}

const PER_TRANSACTION = 100;

/** Deletes all rows whose partition keys begin with one of the kinds. */
export async function deleteRows(kinds: readonly string[]): Promise<void> {
  const rows = (await allRows()).filter(({ pk }) => kinds.includes(String(pk).split('#')[0] ?? ''));
  const keys = rows.map(({ pk, sk }): Key => ({ pk: String(pk), sk: String(sk) }));
  for (let start = 0; start < keys.length; start += PER_TRANSACTION)
    await new Table().commit(keys.slice(start, start + PER_TRANSACTION).map((key) => ({ delete: key })));
}
