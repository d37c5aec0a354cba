/** Whether codes are used on the platform, by records of any owner. */
import { firstHolder, uniqueValue } from '../kit/records/unique-values.ts';
import { type KeyRow, recordKey } from '../kit/table/keys.ts';
import { lookupIndex, placeOf, rangeBetween, readLookupSort } from '../kit/table/lookup-keys.ts';
import type { Table } from '../kit/table/table.ts';
import { albums } from './api/albums.ts';
import { tracks } from './api/tracks.ts';
import { catalogueKeyRows } from './keys.ts';
import { isrcLists, runsOf } from './rules/isrc.ts';
import { gtinOf } from './rules/upc.ts';

const trackRow: KeyRow = catalogueKeyRows.tracks;

/**
 * Looks into an index, so a track written just before can be missed.
 * @param codes ISRCs in comparable form.
 * @returns those of the codes that a track has.
 */
export async function usedIsrcs(table: Table, codes: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await entriesWith(table, codes)).map(({ form }) => form));
}

/**
 * Looks into an index, so a track that was just delivered can be missed.
 * @param codes ISRCs in comparable form.
 * @returns those of the codes with which a store got a track of another owner.
 */
export async function isrcsOfOthers(
  table: Table,
  ownerId: string,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const entries = await entriesWith(table, codes);
  const others = entries.filter(
    (entry) => isrcLists[entry.list] === 'delivered' && entry.ownerId !== ownerId,
  );
  return new Set(others.map(({ form }) => form));
}

/** Consecutive codes take one query. */
async function entriesWith(table: Table, codes: readonly string[]) {
  const ranges = runsOf(codes).map((run) => rangeBetween(tracks.type, trackRow, run));
  const entries = await Promise.all(
    ranges.map((range) => table.query({ index: lookupIndex.name, ...range })),
  );
  return entries.flat().map((entry) => readLookupSort(String(entry[lookupIndex.sortKey])));
}

/**
 * Looks into an index, so a track that was just written can be missed, and one that has just changed found.
 * @param code in any spelling.
 * @returns the ids of at most so many tracks of any owner, those in stores first.
 */
export async function tracksWithIsrc(table: Table, code: string, most: number): Promise<string[]> {
  const place = placeOf(tracks.type, trackRow, { value: code });
  const entries = place ? await table.query({ index: lookupIndex.name, ...place, limit: most }) : [];
  return entries.map(({ pk }) => String(pk).slice(recordKey(tracks.type, '').pk.length));
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
