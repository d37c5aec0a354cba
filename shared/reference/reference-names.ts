/** Finds reference data by the names and codes that files use. */

import { once } from '../platform/once.ts';
import { artistRoleData } from './data/artist-roles.ts';
import { countryData } from './data/countries.ts';
import { creditRoleData } from './data/credit-roles.ts';
import { dspData } from './data/dsps.ts';
import { genreData } from './data/genres.ts';
import { languageData } from './data/languages.ts';
import { versionData } from './data/versions.ts';

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
