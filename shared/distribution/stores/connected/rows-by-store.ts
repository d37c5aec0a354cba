import type { Item } from '../../../kit/table/item.ts';
import type { Key } from '../../../kit/table/keys.ts';
import type { Table } from '../../../kit/table/table.ts';

/** Reads a row of each store. @returns the existing ones, by DSP id. */
export async function rowsByStore(
  table: Table,
  dspIds: readonly string[],
  keyOf: (dspId: string) => Key,
): Promise<ReadonlyMap<string, Item>> {
  const rows = await table.getMany(dspIds.map(keyOf));
  const byPartition = new Map(rows.map((row) => [row['pk'], row]));
  return new Map(
    dspIds.flatMap((id): [string, Item][] => {
      const row = byPartition.get(keyOf(id).pk);
      return row ? [[id, row]] : [];
    }),
  );
}
