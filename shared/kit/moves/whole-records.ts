/** Reads records with all that is stored apart. */
import type { Stored, StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { apartKeys, withApart } from '../records/apart.ts';
import { findRecords } from '../records/store.ts';
import type { Table } from '../table/table.ts';

const shows = () => true;

/** @returns existing records of any owner, in the order of the ids, with strong consistency. */
export async function wholeRecords<D extends Resource>(
  table: Table,
  resource: D,
  ids: readonly string[],
): Promise<Stored<D>[]> {
  const found = await findRecords({ table }, resource, ids);
  const rows = await table.getMany(apartKeys(resource, found, shows), true);
  const whole = withApart(resource, found, { rows, shows }) as StoredRecord[] as Stored<D>[];
  const byId = new Map(whole.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
