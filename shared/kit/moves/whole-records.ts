/** Reads records with all that is stored apart. */
import type { Stored, StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { apartKeys, withApart } from '../records/apart.ts';
import { findInOrder } from '../records/store.ts';
import type { Table } from '../table/table.ts';

const shows = () => true;

/** @returns existing records of any owner, in the order of the ids, with strong consistency. */
export async function wholeRecords<D extends Resource>(
  table: Table,
  resource: D,
  ids: readonly string[],
): Promise<Stored<D>[]> {
  const records = await findInOrder({ table }, resource, ids);
  const rows = await table.getMany(apartKeys(resource, records, shows), true);
  return withApart(resource, records, { rows, shows }) as StoredRecord[] as Stored<D>[];
}
