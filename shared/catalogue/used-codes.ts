/** Whether a code is used on the platform, by a record of any owner. */
import { lookupPartition } from '../kit/records/rows.ts';
import { findHolder, uniqueValue } from '../kit/records/unique-values.ts';
import { lookupIndexOf } from '../kit/table/lookup-keys.ts';
import type { Table } from '../kit/table/table.ts';
import { albums } from './api/albums.ts';
import { tracks } from './api/tracks.ts';
import { catalogueKeyRows } from './keys.ts';
import { gtinOf } from './rules/upc.ts';

/** Looks into an index, so a track written just before can be missed. */
export async function isIsrcUsed(table: Table, code: string): Promise<boolean> {
  const row = catalogueKeyRows.tracks;
  const index = lookupIndexOf(row)?.name;
  for (const list of row.foundBy.lists) {
    const partition = lookupPartition({ type: tracks.type, row, list }, code);
    if (index === undefined || partition === undefined) continue;
    if ((await table.query({ index, partition, limit: 1 })).length > 0) return true;
  }
  return false;
}

export async function isUpcUsed(table: Table, code: string): Promise<boolean> {
  const values = [gtinOf(code) ?? code];
  const value = uniqueValue(albums.type, { owner: 'platform', field: 'gtin', values });
  return (await findHolder(table, value)) !== undefined;
}
