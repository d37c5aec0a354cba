/** Whether codes are used on the platform, by records of any owner. */
import { firstHolder, uniqueValue } from '../kit/records/unique-values.ts';
import { type KeyRow, recordKey } from '../kit/table/keys.ts';
import {
  lookupIndex,
  placeOf,
  rangeBetween,
  rangesOfOthers,
  readLookupSort,
} from '../kit/table/lookup-keys.ts';
import type { Table } from '../kit/table/table.ts';
import { batchesOf } from '../platform/batches.ts';
import { albums } from './api/albums.ts';
import { tracks } from './api/tracks.ts';
import { toFormerIsrc } from './former-isrcs.ts';
import { catalogueKeyRows, formerIsrcRange, formerIsrcsOfOthers, formerUpcKey } from './keys.ts';
import { isrcLists, runsOf } from './rules/isrc.ts';
import { gtinOf } from './rules/upc.ts';

const trackRow: KeyRow = catalogueKeyRows.tracks;

/**
 * Looks into an index, so a track written just before can be missed.
 * @param codes ISRCs in comparable form.
 * @returns those of the codes that a track has, or with which a store got one that has another code now.
 */
export async function usedIsrcs(table: Table, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const [entries, formers] = await Promise.all([entriesWith(table, codes), formersAmong(table, codes)]);
  return new Set([...entries.map(({ form }) => form), ...formers]);
}

/**
 * Looks into an index, so a track that was just delivered can be missed.
 * @param codes ISRCs in comparable form.
 * @returns those of the codes with which a store got a track of another owner, also if it has another code now.
 */
export async function isrcsOfOthers(
  table: Table,
  ownerId: string,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const found: string[] = [];
  for (const some of batchesOf(runsOf(codes), CONCURRENT_RUNS))
    found.push(...(await Promise.all(some.map((run) => othersIn(table, ownerId, { run, codes })))).flat());
  return new Set(found);
}

/** An album can have a thousand codes that are not consecutive. */
const CONCURRENT_RUNS = 25;

async function othersIn(
  table: Table,
  ownerId: string,
  { run, codes }: { readonly run: ReturnType<typeof runsOf>[number]; readonly codes: readonly string[] },
): Promise<readonly string[]> {
  const within = codes.filter((code) => run[0] <= code && code <= run[1]);
  const limit = within.length * ENTRIES_OF_CODE;
  const [entries, formers] = await Promise.all([
    entriesIn(table, run, limit),
    table.query({ ...formerIsrcRange(run), limit, isEventual: true }),
  ]);
  const others = entries.filter((each) => isrcLists[each.list] === DELIVERED && each.ownerId !== ownerId);
  const left = formers.map(toFormerIsrc).filter(({ owner }) => owner !== ownerId);
  return [
    ...(entries.length < limit
      ? others.map(({ form }) => form)
      : await deliveredByOthers(table, ownerId, within)),
    ...(formers.length < limit ? left.map(({ code }) => code) : await leftByOthers(table, ownerId, within)),
  ];
}

/** Most codes have one track. Of a code that any number of tracks have, only what decides is read. */
const ENTRIES_OF_CODE = 4;
const DELIVERED = 'delivered' satisfies (typeof isrcLists)[number];

async function deliveredByOthers(
  table: Table,
  ownerId: string,
  codes: readonly string[],
): Promise<readonly string[]> {
  const delivered = codes.map(async (value) => {
    const place = placeOf(tracks.type, trackRow, { value, list: DELIVERED });
    const ranges = place ? rangesOfOthers(place, ownerId) : [];
    const found = ranges.map((range) => table.query({ index: lookupIndex.name, ...range, limit: 1 }));
    return (await Promise.all(found)).flat().length > 0 ? [value] : [];
  });
  return (await Promise.all(delivered)).flat();
}

/** @returns those of the codes with which a store got a track of another owner that has another code now. */
async function leftByOthers(
  table: Table,
  ownerId: string,
  codes: readonly string[],
): Promise<readonly string[]> {
  const left = codes.map(async (code) => {
    const found = formerIsrcsOfOthers(code, ownerId).map((range) =>
      table.query({ ...range, limit: 1, isEventual: true }),
    );
    return (await Promise.all(found)).flat().length > 0 ? [code] : [];
  });
  return (await Promise.all(left)).flat();
}

async function formersAmong(table: Table, codes: readonly string[]): Promise<readonly string[]> {
  const found = runsOf(codes).map((run) => table.query({ ...formerIsrcRange(run), isEventual: true }));
  return (await Promise.all(found)).flat().map((row) => toFormerIsrc(row).code);
}

/** Consecutive codes take one query. */
async function entriesWith(table: Table, codes: readonly string[]) {
  return (await Promise.all(runsOf(codes).map((run) => entriesIn(table, run)))).flat();
}

async function entriesIn(table: Table, run: ReturnType<typeof runsOf>[number], limit?: number) {
  const range = rangeBetween(tracks.type, trackRow, run);
  const entries = await table.query({
    index: lookupIndex.name,
    ...range,
    ...(limit !== undefined && { limit }),
  });
  return entries.map((entry) => readLookupSort(String(entry[lookupIndex.sortKey])));
}

/**
 * Reads an index, so it can miss a track that was just written, or find one that has just changed.
 * @param code in any spelling.
 * @returns the ids of at most so many tracks of any owner, those in stores first.
 */
export async function tracksWithIsrc(table: Table, code: string, most: number): Promise<string[]> {
  const place = placeOf(tracks.type, trackRow, { value: code });
  const entries = place ? await table.query({ index: lookupIndex.name, ...place, limit: most }) : [];
  return entries.map(({ pk }) => String(pk).slice(recordKey(tracks.type, '').pk.length));
}

/** @returns those of the codes that an album has, or with which a store got one that has another code now. */
export async function usedUpcs(table: Table, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const used = codes.map((code) => {
    const gtin = gtinOf(code) ?? code;
    const holder = uniqueValue(albums.type, { owner: 'platform', field: 'gtin', values: [gtin] }).key;
    return { code, keys: [holder, formerUpcKey(gtin)] };
  });
  const known = new Map(used.flatMap(({ code, keys }) => keys.map(({ pk }) => [pk, code] as const)));
  const rows = await table.getMany(
    used.flatMap(({ keys }) => keys),
    true,
  );
  const held = rows.filter((each) => each['gtin'] !== undefined || firstHolder(each) !== undefined);
  return new Set(held.flatMap(({ pk }) => known.get(String(pk)) ?? []));
}
