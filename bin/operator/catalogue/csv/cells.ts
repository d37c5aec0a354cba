/** Reads the text of a cell by the kind of its column. */
import type { TitleTranslation } from '../../../../shared/catalogue/api/title-translations.ts';
import { NO_LENGTH, noIsrc } from '../../../../shared/catalogue/back-catalogue/reading/omitted-values.ts';
import type { About } from '../../../../shared/catalogue/back-catalogue/reading/read-file.ts';
import type {
  ReleaseArtist,
  ReleaseCredit,
} from '../../../../shared/catalogue/back-catalogue/release-form.ts';
import { readIsrc } from '../../../../shared/catalogue/rules/isrc.ts';
import { genresBy, unknownGenre } from '../../../../shared/reference/named-genres.ts';
import {
  artistRoleOf,
  countryOf,
  creditRoleOf,
  dspOf,
  languageOf,
  unknownDsp,
  unknownLanguage,
  unknownRoles,
  unknownVersion,
  versionOf,
} from '../../../../shared/reference/reference-names.ts';
import { type Kind, NONE } from './columns.ts';
import { codeItem, itemsIn, roleItem } from './lists.ts';
import { translationsIn } from './translations.ts';

export interface Cells {
  readonly text: string;
  readonly lines: string;
  readonly integer: number;
  readonly 'yes-no': boolean;
  readonly uses: string[];
  readonly address: string;
  readonly genre: string;
  readonly language: string;
  readonly version: string;
  readonly countries: string[];
  readonly dsps: string[];
  readonly artists: ReleaseArtist[];
  readonly codes: NamedCode[];
  readonly credits: ReleaseCredit[];
  readonly translations: TitleTranslation[];
  readonly length: string;
  readonly isrc: string;
}

interface NamedCode {
  readonly name: string;
  readonly code: string;
}

/** What is omitted is a sentence, for a note. */
type Read<T> = { readonly value: T } | { readonly fault: string } | { readonly omitted: string };

const words: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', '1', 'y'].map((word) => [word, true] as const),
  ...['no', 'false', '0', 'n'].map((word) => [word, false] as const),
]);

const idIn = (row: { readonly id: string } | undefined, fault: string): Read<string> =>
  row ? { value: row.id } : { fault };

const every = (items: readonly string[], read: (item: string) => Read<string>): Read<string[]> => {
  const all = items.map(read);
  const fault = all.flatMap((each) => ('fault' in each ? each.fault : []));
  return fault.length > 0
    ? { fault: fault.join(' ') }
    : { value: all.flatMap((each) => ('value' in each ? each.value : [])) };
};

export const cellReaders: { readonly [K in Kind]: (text: string, about: About) => Read<Cells[K]> } = {
  text: (value) => ({ value }),
  lines: (value) => ({ value }),
  integer: (text) =>
    // Spreadsheet programs and scripts write 2019 as 2019.0.
    /^\d{1,15}(?:\.0+)?$/.test(text) ? { value: Number(text) } : { fault: `${text} is not a whole number.` },
  'yes-no': (text) => {
    const value = words.get(text.toLowerCase());
    return value === undefined ? { fault: `${text} is neither yes nor no.` } : { value };
  },
  // The declaration of the attribute checks them.
  uses: (text) => ({ value: text === NONE ? [] : itemsIn(text).map((use) => use.toLowerCase()) }),
  address: (text, { resolve }) => {
    const resolved = resolve(text);
    return 'url' in resolved ? { value: resolved.url } : resolved;
  },
  genre: (text, { genreOf = genresBy() }) => {
    const value = genreOf(text);
    return value === undefined ? { fault: unknownGenre(text) } : { value };
  },
  language: (text) => idIn(languageOf(text), unknownLanguage(text)),
  version: (text) => idIn(versionOf(text), unknownVersion(text)),
  countries: (text) =>
    every(itemsIn(text), (code) => idIn(countryOf(code), `There is no country with the code ${code}.`)),
  dsps: (text) => every(itemsIn(text), (name) => idIn(dspOf(name), unknownDsp(name))),
  artists: (text) => {
    const items = (text === NONE ? [] : itemsIn(text)).map((item) =>
      roleItem(item, (word) => artistRoleOf(word)?.id),
    );
    const unknown = items.flatMap(({ role, name }) => (role === undefined && name.includes(':') ? name : []));
    if (unknown.length > 0)
      return {
        fault: `${unknownRoles('artist-roles', unknown)} A name with a colon needs a role.`,
      };
    return {
      value: items.map(({ role = MAIN_ARTIST, number, name }) => ({ name, role, order: number })),
    };
  },
  codes: (text) => {
    const items = itemsIn(text).map((item) => ({ item, read: codeItem(item) }));
    const bare = items.filter(({ read }) => !read).map(({ item }) => item);
    if (bare.length > 0) return { fault: `${bare.join('; ')} is not a code, a colon and a name.` };
    const codes = items.flatMap(({ read }) => read ?? []);
    const byName = Map.groupBy(codes, ({ name }) => name);
    const [twice] = [...byName.values()].find((all) => all.length > 1) ?? [];
    return twice ? { fault: `${twice.name} has two codes.` } : { value: codes };
  },
  credits: (text) => {
    const items = itemsIn(text).map((item) => ({
      item,
      read: roleItem(item, (word) => creditRoleOf(word)?.key),
    }));
    const unknown = items.filter(({ read }) => read.role === undefined).map(({ item }) => item);
    if (unknown.length > 0) return { fault: unknownRoles('credit-roles', unknown) };
    return {
      value: items.map(({ read: { role = '', number, name } }) => ({
        role,
        name,
        position: number,
        artist: null,
      })),
    };
  },
  translations: translationsIn,
  length: (text) => {
    const [, hours = '', rest] = /^(\d{1,2}):(\d\d:\d\d)(?:\.0+)?$/.exec(text) ?? [];
    const value = rest === undefined ? text : `${hours.padStart(2, '0')}:${rest}`;
    return value === '00:00:00' ? { omitted: NO_LENGTH } : { value };
  },
  isrc: (text) => (readIsrc(text) === null ? { omitted: noIsrc(text) } : { value: text }),
};

const MAIN_ARTIST = '1';
