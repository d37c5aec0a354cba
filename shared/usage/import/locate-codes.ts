/** Finds the owners and tracks that ISRCs in reports mean, which can have other codes now, or be deleted. */
import { tracks } from '../../catalogue/api/tracks.ts';
import { type FormerIsrc, formersOf, formersWith } from '../../catalogue/former-isrcs.ts';
import { catalogueKeyRows } from '../../catalogue/keys.ts';
import { type IsrcList, readIsrc } from '../../catalogue/rules/isrc.ts';
import type { Item } from '../../kit/table/item.ts';
import { type KeyRow, sortableId } from '../../kit/table/keys.ts';
import { lookupIndex, placeOf, readLookupSort } from '../../kit/table/lookup-keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { isrcsIn } from '../rules/line-isrcs.ts';

/** A track that has one of the codes, or had it. */
interface Candidate {
  readonly id: string;
  readonly code: string;
}

/** The one owner of the codes of a line. */
export interface Located {
  readonly owner: string;
  /** In the order of preference. They may be deleted. */
  readonly candidates: readonly Candidate[];
  /** What is known of those that are deleted. */
  readonly formers: readonly FormerIsrc[];
}

/** 'unknown': no owner holds a code. 'ambiguous': several owners hold one, or different ones. */
export type Location = Located | 'unknown' | 'ambiguous';

const trackRow: KeyRow = catalogueKeyRows.tracks;

/**
 * Codes belong to the owners who have delivered them, even if other tracks have the same codes. Among the tracks of
 * an owner, those that have one come first, then those that had one, the oldest first.
 * @param isrcs the code or codes of a line, of which some can be unknown.
 */
export async function locateCodes(table: Table, isrcs: string): Promise<Location> {
  const codes = isrcsIn(isrcs).filter((code) => readIsrc(code) !== null);
  // First, because a track that loses its code leaves the index and is among the others from then on.
  const current = await locateIn(table, 'delivered', codes);
  if (current === 'ambiguous') return current;
  const formers = await eachOf(codes, (code) => formersWith(table, code));
  const owner = oneOwner([...current, ...formers]);
  if (owner === 'ambiguous') return owner;
  if (owner !== undefined) return located(owner, current, formers);
  const placed = await locateIn(table, 'placed', codes);
  if (placed === 'ambiguous') return placed;
  const holder = oneOwner(placed);
  if (holder === 'ambiguous') return holder;
  return holder === undefined ? 'unknown' : located(holder, placed, formers);
}

/**
 * @param isrcs the code or codes of a line, of several owners.
 * @returns what they mean if this owner is meant. 'unknown' if the owner is not among those who hold one.
 */
export async function locateOfOwner(
  table: Table,
  isrcs: string,
  owner: string,
): Promise<Located | 'unknown'> {
  const codes = isrcsIn(isrcs);
  // In the order of `locateCodes`.
  const delivered = await eachOf(codes, (code) => oldestOf(table, { list: 'delivered', code, owner }));
  const formers = await eachOf(codes, (code) => formersOf(table, code, owner));
  if (delivered.length + formers.length > 0) return located(owner, delivered, formers);
  const others = await locateIn(table, 'delivered', codes);
  if (others === 'ambiguous' || others.length > 0) return 'unknown';
  if ((await eachOf(codes, (code) => formersWith(table, code))).length > 0) return 'unknown';
  const placed = await eachOf(codes, (code) => oldestOf(table, { list: 'placed', code, owner }));
  return placed.length > 0 ? located(owner, placed, formers) : 'unknown';
}

const eachOf = async <T>(codes: readonly string[], found: (code: string) => Promise<T[]>): Promise<T[]> =>
  (await Promise.all(codes.map(found))).flat();

/** @returns undefined for none. */
function oneOwner(held: readonly { readonly owner: string }[]): string | 'ambiguous' | undefined {
  const [first, ...others] = new Set(held.map(({ owner }) => owner));
  return others.length > 0 ? 'ambiguous' : first;
}

function located(owner: string, current: readonly Candidate[], formers: readonly FormerIsrc[]): Located {
  const had = formers.toSorted((left, right) => byAge(left.track, right.track));
  return {
    owner,
    candidates: [
      ...current.toSorted((left, right) => byAge(left.id, right.id)),
      ...had.map(({ track, code }) => ({ id: track, code })),
    ],
    formers: had,
  };
}

/** Ids are numbers that increase. */
const byAge = (left: string, right: string): number => Number(left) - Number(right);

/** @returns the owner's oldest track with the code, if there is one. */
async function oldestOf(
  table: Table,
  { list, code, owner }: { readonly list: IsrcList; readonly code: string; readonly owner: string },
): Promise<Candidate[]> {
  const place = placeOf(tracks.type, trackRow, { value: code, list });
  if (!place) return [];
  const prefix = `${place.prefix}${sortableId(owner)}#`;
  const entries = await table.query({ index: lookupIndex.name, ...place, prefix, limit: 1 });
  return entries.map((entry) => ({ id: trackIn(entry), code }));
}

interface Held extends Candidate {
  readonly owner: string;
}

/** @returns the oldest track of each code. */
async function locateIn(
  table: Table,
  list: IsrcList,
  codes: readonly string[],
): Promise<Held[] | 'ambiguous'> {
  const found = await Promise.all(codes.map((code) => locateOne(table, list, code)));
  const held = found.filter((each) => each !== 'ambiguous');
  return held.length < found.length ? 'ambiguous' : held.flatMap((each) => each ?? []);
}

/** Chooses the oldest among several tracks of one owner. */
async function locateOne(
  table: Table,
  list: IsrcList,
  code: string,
): Promise<Held | 'ambiguous' | undefined> {
  const place = placeOf(tracks.type, trackRow, { value: code, list });
  if (!place) return undefined;
  const query = { index: lookupIndex.name, ...place };
  const [first, second] = await table.query({ ...query, limit: 2 });
  if (!first) return undefined;
  const owner = ownerOf(first);
  // Tracks are sorted by owner. If the first and the last have the same owner, all do.
  const [last] = second ? await table.query({ ...query, limit: 1, newestFirst: true }) : [];
  if (last && ownerOf(last) !== owner) return 'ambiguous';
  return { id: trackIn(first), code, owner };
}

const trackIn = (entry: Item): string => String(entry['pk']).slice(tracks.type.length + 1);

const ownerOf = (entry: Item): string => readLookupSort(String(entry[lookupIndex.sortKey])).ownerId;
