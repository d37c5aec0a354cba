/** Whether a code is used on the platform, by a record of any owner. */
import { lookupPartition } from '../kit/records/rows.ts';
import { findHolder, uniqueValue } from '../kit/records/unique-values.ts';
import { recordKey } from '../kit/table/keys.ts';
import { lookupIndexOf } from '../kit/table/lookup-keys.ts';
import type { Table } from '../kit/table/table.ts';
import { albums } from './api/albums.ts';
import { tracks } from './api/tracks.ts';
import { catalogueKeyRows } from './keys.ts';
import { gtinOf } from './rules/upc.ts';

/** Looks into an index, so a track written just before can be missed. */
export const isIsrcUsed = async (table: Table, code: string): Promise<boolean> =>
  (await tracksWithIsrc(table, code, 1)).length > 0;

/**
 * Looks into an index, so a track that was just written can be missed, and one that has just changed found.
 * @param code in any spelling.
 * @returns the ids of at most so many tracks of any owner, those in stores first.
 */
export async function tracksWithIsrc(table: Table, code: string, most: number): Promise<string[]> {
  const row = catalogueKeyRows.tracks;
  const index = lookupIndexOf(row)?.name;
  const ids: string[] = [];
  for (const list of row.foundBy.lists) {
    const partition = lookupPartition({ type: tracks.type, row, list }, code);
    const limit = most - ids.length;
    if (index === undefined || partition === undefined || limit === 0) continue;
    const entries = await table.query({ index, partition, limit });
    ids.push(...entries.map(({ pk }) => String(pk).slice(recordKey(tracks.type, '').pk.length)));
  }
  return ids;
}

export async function isUpcUsed(table: Table, code: string): Promise<boolean> {
  const values = [gtinOf(code) ?? code];
  const value = uniqueValue(albums.type, { owner: 'platform', field: 'gtin', values });
  return (await findHolder(table, value)) !== undefined;
}
