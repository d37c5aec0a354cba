/** Finds the owners and tracks that ISRCs in reports mean, which can have other codes now, or be deleted. */
import { tracks } from '../../catalogue/api/tracks.ts';
import { type FormerIsrc, formersOf, formersWith } from '../../catalogue/former-isrcs.ts';
import { catalogueKeyRows } from '../../catalogue/keys.ts';
import { type IsrcList, readIsrc } from '../../catalogue/rules/isrc.ts';
import type { Item } from '../../kit/table/item.ts';
import { type KeyRow, sortableId } from '../../kit/table/keys.ts';
import { lookupIndex, placeOf, readLookupSort } from '../../kit/table/lookup-keys.ts';
import type { Table } from '../../kit/table/table.ts';

/** The one owner of a code. */
export interface Located {
  readonly owner: string;
  /** Ids of tracks, in the order of preference. They may be deleted. */
  readonly candidates: readonly string[];
  /** What is known of those that are deleted. */
  readonly formers: readonly FormerIsrc[];
}

/** 'unknown': no owner holds the code. 'ambiguous': several owners hold it. */
export type Location = Located | 'unknown' | 'ambiguous';

const trackRow: KeyRow = catalogueKeyRows.tracks;

/**
 * A code belongs to the owners who have delivered it, even if other tracks have the same code. Among the tracks of
 * an owner, those that have it come first, then those that had it, the oldest first.
 * @param code in comparable form.
 */
export async function locateCode(table: Table, code: string): Promise<Location> {
  if (readIsrc(code) === null) return 'unknown';
  // First, because a track that loses its code leaves the index and is among the others from then on.
  const current = await locateIn(table, 'delivered', code);
  if (current === 'ambiguous') return current;
  const formers = await formersWith(table, code);
  const found = current === 'unknown' ? [] : [current];
  const owners = new Set([...found, ...formers].map(({ owner }) => owner));
  const [owner] = owners;
  if (owners.size > 1) return 'ambiguous';
  if (owner !== undefined)
    return {
      owner,
      candidates: [...found.map(({ id }) => id), ...formers.map(({ track }) => track)],
      formers,
    };
  const placed = await locateIn(table, 'placed', code);
  return typeof placed === 'string' ? placed : { owner: placed.owner, candidates: [placed.id], formers };
}

/**
 * @param code in comparable form, of several owners.
 * @returns what the code means if this one is meant. 'unknown' if the owner is not among those who hold it.
 */
export async function locateOfOwner(table: Table, code: string, owner: string): Promise<Located | 'unknown'> {
  // In the order of `locateCode`.
  const delivered = await oldestOf(table, { list: 'delivered', code, owner });
  const formers = await formersOf(table, code, owner);
  const candidates = [...delivered, ...formers.map(({ track }) => track)];
  if (candidates.length > 0) return { owner, candidates, formers };
  if ((await locateIn(table, 'delivered', code)) !== 'unknown') return 'unknown';
  if ((await formersWith(table, code)).length > 0) return 'unknown';
  const placed = await oldestOf(table, { list: 'placed', code, owner });
  return placed.length > 0 ? { owner, candidates: placed, formers } : 'unknown';
}

/** @returns the id of the owner's oldest track with the code, if there is one. */
async function oldestOf(
  table: Table,
  { list, code, owner }: { readonly list: IsrcList; readonly code: string; readonly owner: string },
): Promise<string[]> {
  const place = placeOf(tracks.type, trackRow, { value: code, list });
  if (!place) return [];
  const prefix = `${place.prefix}${sortableId(owner)}#`;
  return (await table.query({ index: lookupIndex.name, ...place, prefix, limit: 1 })).map(trackIn);
}

/** Chooses the oldest among several tracks of one owner. */
async function locateIn(
  table: Table,
  list: IsrcList,
  code: string,
): Promise<{ readonly id: string; readonly owner: string } | 'unknown' | 'ambiguous'> {
  const place = placeOf(tracks.type, trackRow, { value: code, list });
  if (!place) return 'unknown';
  const query = { index: lookupIndex.name, ...place };
  const [first, second] = await table.query({ ...query, limit: 2 });
  if (!first) return 'unknown';
  const owner = ownerOf(first);
  // Tracks are sorted by owner. If the first and the last have the same owner, all do.
  const [last] = second ? await table.query({ ...query, limit: 1, newestFirst: true }) : [];
  if (last && ownerOf(last) !== owner) return 'ambiguous';
  return { id: trackIn(first), owner };
}

const trackIn = (entry: Item): string => String(entry['pk']).slice(tracks.type.length + 1);

const ownerOf = (entry: Item): string => readLookupSort(String(entry[lookupIndex.sortKey])).ownerId;
