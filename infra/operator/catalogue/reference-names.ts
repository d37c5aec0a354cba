/** Finds reference data by the names and codes that files use. */

import { once } from '../../../shared/platform/once.ts';
import { artistRoleData } from '../../../shared/reference/data/artist-roles.ts';
import { countryData } from '../../../shared/reference/data/countries.ts';
import { creditRoleData } from '../../../shared/reference/data/credit-roles.ts';
import { dspData } from '../../../shared/reference/data/dsps.ts';
import { genreData } from '../../../shared/reference/data/genres.ts';
import { languageData } from '../../../shared/reference/data/languages.ts';
import { versionData } from '../../../shared/reference/data/versions.ts';

/** Ignores case, marks and punctuation: "Hip Hop / Rap" is "Hip-Hop/Rap". */
export const simple = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');

interface Row {
  readonly id: string;
}

const finder = <R extends Row>(rows: () => readonly R[], namesOf: (row: R) => readonly string[]) => {
  const byName = once(() => {
    const names = rows().flatMap((row) => namesOf(row).map((name) => [simple(name), row] as const));
    // Of rows with the same name, the first one is found.
    return new Map(names.toReversed());
  });
  return (name: string): R | undefined => byName().get(simple(name));
};

export const versionOf = finder(versionData.rows, ({ name }) => [name]);
export const dspOf = finder(dspData.rows, ({ id, name }) => [id, name]);
export const countryOf = finder(countryData.rows, (country) => [country['alpha2-code']]);
export const artistRoleOf = finder(artistRoleData.rows, ({ key }) => [key]);
export const creditRoleOf = finder(creditRoleData.rows, ({ key, name }) => [key, name]);

const languageNamed = finder(languageData.rows, ({ code, name }) => [code, name]);

/** @param tag an ISO 639-1 code, also with a script or region ("pt-BR"), or an English name. */
export const languageOf = (tag: string) => languageNamed(tag) ?? languageNamed(tag.split('-')[0] ?? '');

export const unknownLanguage = (text: string): string =>
  `There is no language ${text}. /languages lists codes and names.`;

/** @returns the row of an id. Ids in the catalogue are those of rows. */
const byId =
  <R extends Row>(rows: () => readonly R[]) =>
  (id: string | null | undefined): R | undefined =>
    rows().find((row) => row.id === id);

export const genreById = byId(genreData.rows);
export const versionById = byId(versionData.rows);
export const countryById = byId(countryData.rows);
export const languageById = byId(languageData.rows);
export const artistRoleById = byId(artistRoleData.rows);

/** The version of a track: one of the predefined ones if it has the name of one, otherwise text. */
export function versionFields(text: string | null | undefined): {
  readonly attributes: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
} {
  if (text === null || text === undefined || text === '') return { attributes: {}, links: {} };
  const predefined = versionOf(text);
  return predefined
    ? { attributes: {}, links: { version: predefined.id } }
    : { attributes: { 'version-description': text }, links: {} };
}
