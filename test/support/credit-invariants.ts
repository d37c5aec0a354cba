/** What must hold between the rows of credits, their tracks and their artists, whatever was interrupted. */
import { artists } from '../../shared/catalogue/api/artists.ts';
import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { artistsNamed } from '../../shared/catalogue/credits/credit-ids.ts';
import { creditBlockKey, creditedOnKey } from '../../shared/catalogue/credits/credit-keys.ts';
import { type CreditList, creditLists } from '../../shared/catalogue/credits/credit-lists.ts';
import { blocksOf } from '../../shared/kit/records/packed-lists.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { type Key, recordKey } from '../../shared/kit/table/keys.ts';

const nameOf = ({ pk, sk }: Item | Key) => `${pk} ${sk}`;

/** @returns the lists of credits among the rows of a table. */
export const creditListsAmong = (rows: readonly Item[]): CreditList[] =>
  rows.filter((row) => creditLists.isList(row)).map((row) => creditLists.listIn(row));

/**
 * @returns a sentence for everything that does not fit together. References that nothing needs are not
 * faults.
 */
export function creditFaults(rows: readonly Item[]): string[] {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  const lists = creditListsAmong(rows);
  return [
    ...lists.flatMap((list) => listFaults(list, byName)),
    ...trackFaults(rows, lists),
    ...countFaults(rows),
  ];
}

function listFaults(
  { parentId: trackId, ownerId, items: credits }: CreditList,
  byName: ReadonlyMap<string, Item>,
): string[] {
  const about = `of the credits of track ${trackId}`;
  const has = (key: Key) => byName.get(nameOf(key));
  const ofArtists = [...artistsNamed(credits)].flatMap((artist) => {
    const record = has(recordKey(artists.type, String(artist)));
    return [
      ...(record?.['owner'] === ownerId ? [] : [`artist ${artist} ${about} is missing`]),
      ...(has(creditedOnKey(String(artist), trackId)) ? [] : [`artist ${artist} ${about} has no reference`]),
    ];
  });
  const blocks = [...blocksOf(credits)];
  const lost = blocks.filter((block) => has(creditBlockKey(String(block)))?.['track'] !== trackId);
  const ids = new Set(credits.map(({ id }) => id));
  return [
    ...ofArtists,
    ...lost.map((block) => `the ids ${about} in block ${block} lead nowhere`),
    ...(ids.size === credits.length ? [] : [`an id ${about} is given twice`]),
  ];
}

/** A track says how many credits it has. */
function trackFaults(rows: readonly Item[], lists: readonly CreditList[]): string[] {
  const byTrack = new Map(lists.map(({ parentId, items }) => [parentId, items.length]));
  const counted = rows.filter(({ pk, sk }) => String(pk).startsWith(`${tracks.type}#`) && sk === '#');
  const wrong = counted.flatMap(({ pk, slim, rest }) => {
    const id = String(pk).slice(tracks.type.length + 1);
    const { 'credits-count': count = 0 } = { ...(slim as object), ...(rest as object) } as Record<
      string,
      number
    >;
    const has = byTrack.get(id) ?? 0;
    byTrack.delete(id);
    return has === count ? [] : [`track ${id} counts ${count} of ${has} credits`];
  });
  return [...wrong, ...Array.from(byTrack, ([id]) => `credits without their track ${id}`)];
}

/** An artist counts its references, and none outlives it. */
function countFaults(rows: readonly Item[]): string[] {
  const references = Map.groupBy(rows.filter(isReference), ({ pk }) => String(pk));
  const counted = rows.filter(({ pk, sk }) => String(pk).startsWith(`${artists.type}#`) && sk === '#');
  const missing = [...references.keys()].filter((artist) => !counted.some(({ pk }) => pk === artist));
  const wrong = counted.flatMap(({ pk, counts }) => {
    const is = ((counts ?? {}) as Record<string, number>)['track-credits.artist'] ?? 0;
    const ought = references.get(String(pk))?.length ?? 0;
    return is === ought ? [] : [`${pk} counts ${is} of ${ought} references`];
  });
  return [...wrong, ...missing.map((artist) => `${artist} has references, and does not exist`)];
}

const isReference = ({ sk }: Item): boolean => String(sk).startsWith('credited-on#');

/**
 * @returns the references that no credits need. Interrupted requests may leave some, other requests must not.
 */
export function staleReferences(rows: readonly Item[]): string[] {
  const needed = new Set(
    creditListsAmong(rows).flatMap(({ parentId, items }) =>
      Array.from(artistsNamed(items), (artist) => nameOf(creditedOnKey(String(artist), parentId))),
    ),
  );
  return rows
    .filter(isReference)
    .map(nameOf)
    .filter((name) => !needed.has(name));
}
