/** Whether codes are used on the platform, by records of any owner. */
import { lookupPartition } from '../kit/records/rows.ts';
import { firstHolder, uniqueValue } from '../kit/records/unique-values.ts';
import type { Item } from '../kit/table/item.ts';
import { recordKey } from '../kit/table/keys.ts';
import { isSortedBelow, lookupIndexOf } from '../kit/table/lookup-keys.ts';
import type { Table } from '../kit/table/table.ts';
import { albums } from './api/albums.ts';
import { tracks } from './api/tracks.ts';
import { catalogueKeyRows } from './keys.ts';
import { gtinOf } from './rules/upc.ts';

/**
 * Looks into an index, so a track written just before can be missed. Each list of each code takes a query,
 * because batches do not read indexes, but all are sent together.
 * @returns those of the codes that a track has.
 */
export async function usedIsrcs(table: Table, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const isUsed = await Promise.all(
    codes.map(async (code) => {
      const entries = catalogueKeyRows.tracks.foundBy.lists.map((list) =>
        entriesOf(table, { list, code }, 1),
      );
      return (await Promise.all(entries)).flat().length > 0;
    }),
  );
  return new Set(codes.filter((_, index) => isUsed[index]));
}

/**
 * Looks into an index, so a track that was just written can be missed, and one that has just changed found.
 * @param code in any spelling.
 * @returns the ids of at most so many tracks of any owner, those in stores first.
 */
export async function tracksWithIsrc(table: Table, code: string, most: number): Promise<string[]> {
  const ids: string[] = [];
  for (const list of catalogueKeyRows.tracks.foundBy.lists) {
    const entries = await entriesOf(table, { list, code }, most - ids.length);
    ids.push(...entries.map(({ pk }) => String(pk).slice(recordKey(tracks.type, '').pk.length)));
  }
  return ids;
}

/** An owner has few tracks with one code. */
const MOST_ENTRIES = 100;

/**
 * Whether a store got a track of another owner with the code. Looks into an index, so a track that was just
 * delivered can be missed.
 * @param code in any spelling.
 */
export async function isDeliveredByAnother(table: Table, ownerId: string, code: string): Promise<boolean> {
  const entries = await entriesOf(table, { list: 'delivered', code }, MOST_ENTRIES);
  const sortKey = lookupIndexOf(catalogueKeyRows.tracks)?.sortKey ?? '';
  return entries.some((entry) => !isSortedBelow(ownerId, entry[sortKey]));
}

/** @returns at most so many entries of tracks with the code in one of the lists. */
async function entriesOf(
  table: Table,
  { list, code }: { readonly list: string; readonly code: string },
  limit: number,
): Promise<readonly Item[]> {
  const row = catalogueKeyRows.tracks;
  const index = lookupIndexOf(row)?.name;
  const partition = lookupPartition({ type: tracks.type, row, list }, code);
  if (index === undefined || partition === undefined || limit === 0) return [];
  return table.query({ index, partition, limit });
}

/** @returns those of the codes that an album has. */
export async function usedUpcs(table: Table, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const unique = (code: string) =>
    uniqueValue(albums.type, { owner: 'platform', field: 'gtin', values: [gtinOf(code) ?? code] });
  const known = new Map(codes.map((code) => [unique(code).key.pk, code]));
  const rows = await table.getMany(
    codes.map((code) => unique(code).key),
    true,
  );
  const held = rows.filter((each) => firstHolder(each) !== undefined);
  return new Set(held.flatMap(({ pk }) => known.get(String(pk)) ?? []));
}
