/** Finds reference data by the names and codes that files use. */

import { referenceRows } from '../kit/declare/reference-ids.ts';
import { rowMeant } from '../kit/values/row-meant.ts';
import { simpleName } from '../kit/values/simple-name.ts';
import { once } from '../platform/once.ts';
import { artistRoleData } from './data/artist-roles.ts';
import { countryData } from './data/countries.ts';
import { creditRoleData } from './data/credit-roles.ts';
import { dspData } from './data/dsps.ts';
import { genreData } from './data/genres.ts';
import { languageData } from './data/languages.ts';
import { versionData } from './data/versions.ts';

interface Row {
  readonly id: string;
}

const finder = <R extends Row>(rows: () => readonly R[], namesOf: (row: R) => readonly string[]) => {
  const byName = once(() => {
    const names = rows().flatMap((row) => namesOf(row).map((name) => [simpleName(name), row] as const));
    // Of rows with the same name, the first one is found.
    return new Map(names.toReversed());
  });
  return (name: string | undefined): R | undefined =>
    name === undefined ? undefined : byName().get(simpleName(name));
};

export const versionOf = finder(versionData.rows, ({ name }) => [name]);
export const dspOf = finder(dspData.rows, ({ id, name }) => [id, name]);
export const countryOf = finder(countryData.rows, (country) => [country['alpha2-code']]);
export const artistRoleOf = finder(artistRoleData.rows, ({ key }) => [key]);
export const creditRoleOf = finder(creditRoleData.rows, ({ key, name }) => [key, name]);

const languageNamed = finder(languageData.rows, ({ code, name }) => [code, name]);

/** @param tag an ISO 639-1 code, also with a script or region ("pt-BR"), or an English name. */
export const languageOf = (tag: string) => languageNamed(tag) ?? languageNamed(tag.split('-')[0]);

/** @returns ` /artist-roles lists them; the nearest is composer.`, without the nearest if none is similar. */
function listOf(type: string, text: string): string {
  const [meant] = rowMeant(referenceRows(type), text)?.names ?? [];
  return ` /${type} lists them${meant === undefined ? '' : `; the nearest is ${meant}`}.`;
}

export const unknownLanguage = (text: string): string =>
  `There is no language ${text}.${listOf('languages', text)}`;
export const unknownVersion = (text: string): string =>
  `There is no version ${text}.${listOf('versions', text)}`;
export const unknownDsp = (text: string): string => `There is no DSP ${text}.${listOf('dsps', text)}`;

/** @param items of a list in a file, such as "drums: Pia". */
export const unknownRoles = (type: 'artist-roles' | 'credit-roles', items: readonly string[]): string => {
  const [role = ''] = items[0]?.split(/[#:]/) ?? [];
  return `No ${type === 'artist-roles' ? 'artist' : 'credit'} role begins ${items.join('; ')}.${listOf(type, role)}`;
};

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
