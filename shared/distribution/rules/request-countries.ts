/** For which countries requests are, and why a takedown cannot be for some of them. Pure. */
import type { Problem } from '../../kit/values/problems.ts';
import type { RequestType } from './distribution.ts';

/** Ids of countries. */
export interface KnownCountries {
  /** Those of the album; empty for all. */
  readonly ofAlbum: readonly string[];
  readonly all: readonly string[];
}

/** @returns the countries of a request that does not name any. */
export const defaultCountries = (type: RequestType, { ofAlbum, all }: KnownCountries): readonly string[] =>
  type === 'takedown' || ofAlbum.length === 0 ? all : ofAlbum;

/** @returns the countries of a request whose type changes. Those that it named stay. */
export const countriesAfter = (
  countries: readonly string[],
  { from, to }: { readonly from: RequestType; readonly to: RequestType },
  known: KnownCountries,
): readonly string[] =>
  isSame(countries, defaultCountries(from, known)) ? defaultCountries(to, known) : countries;

export const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  missingIn(some, others).length === 0 && missingIn(others, some).length === 0;

/** @returns those that the list lacks. */
export function missingIn(list: readonly string[], countries: readonly string[]): string[] {
  const known = new Set(list);
  return countries.filter((id) => !known.has(id));
}

/**
 * A takedown ends every offer of a store.
 * @param having the countries in which its stores have the album.
 */
export function takedownCountryProblems(
  named: readonly string[],
  having: readonly string[],
  pointer: string,
): Problem[] {
  const unnamed = missingIn(named, having).length;
  if (unnamed === 0) return [];
  const detail =
    `A takedown removes the album from whole stores, but ${unnamed} of the countries in which they have it ` +
    `${unnamed === 1 ? 'is' : 'are'} not among those of the request. Omit countries to take it down everywhere. ` +
    'To leave some countries, change the countries of the album and request an update.';
  return [{ code: 'takedown_names_some_countries', detail, pointer }];
}

/** Ids of countries, in the order of the request and of the stores. */
export interface CountryChanges {
  /** Those of the request in which at least one of its stores does not have the album. */
  readonly added: readonly string[];
  /** Those in which at least one of its stores has the album, and that the request does not name. */
  readonly removed: readonly string[];
}

/** @param having the countries in which each store has the album. */
export const countryChanges = (
  named: readonly string[],
  having: readonly (readonly string[])[],
): CountryChanges => ({
  added: [...new Set(having.flatMap((countries) => missingIn(countries, named)))],
  removed: [...new Set(having.flatMap((countries) => missingIn(named, countries)))],
});
