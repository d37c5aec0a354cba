/** Makes a release of the rows with its UPC. */
import type {
  ArtistIdentifiers,
  Release,
  ReleaseArtist,
  ReleaseTrack,
} from '../../../../shared/catalogue/back-catalogue/release-form.ts';
import { singleUnit } from '../../../../shared/catalogue/rules/upc.ts';
import { isVariousArtists } from '../../../../shared/reference/data/various-artists.ts';
import { type About, fieldName, type ReadRelease } from '../read-release.ts';
import { versionFields } from '../reference-names.ts';
import { type Cells, cellReaders } from './cells.ts';
import { type Column, columnOf, columns, type Kind } from './columns.ts';

export interface CsvRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** @param rows of one UPC, at least one. */
export function releaseFrom(
  rows: readonly CsvRow[],
  about: About,
): { read: ReadRelease; problems: string[] } {
  const reading = new Reading(about);
  const album = reading.album(rows);
  const tracks = rows.map((row, index) => reading.track(row, index));
  const release = releaseOf(album, tracks);
  const lines = rows.map(({ line }) => line);
  return {
    problems: reading.problems,
    read: {
      release,
      malformed: reading.malformed,
      placeOf({ track, field }) {
        const column = columnOf(track === undefined ? 'album' : 'track', MEMBERS[field] ?? field);
        const line = track === undefined ? (reading.lines.get(column?.name ?? '') ?? lines[0]) : lines[track];
        return `${about.file}:${line}: ${column?.name ?? field}`;
      },
    },
  };
}

/** Members of the form with several columns. */
const MEMBERS: Readonly<Record<string, string>> = { masters: 'dolby_atmos' };

/** The fields that a row gives. */
class Fields {
  readonly #values = new Map<string, { readonly kind: Kind; readonly value: unknown }>();

  set({ field, kind }: Column, value: unknown): void {
    this.#values.set(field, { kind, value });
  }

  /** @returns the value of a field whose column has this kind. */
  get<K extends Kind>(field: string, kind: K): Cells[K] | undefined {
    const cell = this.#values.get(field);
    // `set` gets the values from the readers of the kind.
    return cell?.kind === kind ? (cell.value as Cells[K]) : undefined;
  }

  /** @returns those of the attributes that the row has. */
  attributes(names: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const cell = this.#values.get(name);
        return cell ? [[name, cell.value] as const] : [];
      }),
    );
  }
}

class Reading {
  readonly #about: About;
  readonly problems: string[] = [];
  readonly malformed = new Set<string>();
  readonly #unknownGenres = new Set<string>();
  /** The line that gives a column of the album. */
  readonly lines = new Map<string, number>();

  constructor(about: About) {
    this.#about = about;
  }

  /** Rows may omit fields of the album that another row has, but not contradict it. */
  album(rows: readonly CsvRow[]): Fields {
    const fields = new Fields();
    for (const column of columns.filter(({ of }) => of === 'album')) {
      const [first, ...others] = rows.flatMap(({ cells, line }) => {
        const text = cells.get(column.name);
        return text === undefined ? [] : [{ text, line }];
      });
      if (!first) continue;
      this.lines.set(column.name, first.line);
      for (const { text, line } of others)
        if (!isSame(column, text, first.text))
          this.#report(line, column, `The album has another value in line ${first.line}.`);
      this.#read(fields, column, first);
    }
    return fields;
  }

  track({ cells, line }: CsvRow, index: number): Fields {
    const fields = new Fields();
    for (const column of columns.filter(({ of }) => of === 'track')) {
      const text = cells.get(column.name);
      if (text !== undefined) this.#read(fields, column, { text, line, track: index });
      else if (column.isRequired) this.malformed.add(fieldName(column.field, index));
    }
    return fields;
  }

  #read(
    fields: Fields,
    column: Column,
    { text, line, track }: { text: string; line: number; track?: number },
  ) {
    const read = cellReaders[column.kind](text, this.#about);
    if ('value' in read) return fields.set(column, read.value);
    this.malformed.add(fieldName(column.field, track));
    // Every track of a release can have the same genre.
    if (column.kind === 'genre' && this.#unknownGenres.has(text)) return undefined;
    if (column.kind === 'genre') this.#unknownGenres.add(text);
    return this.#report(line, column, read.fault);
  }

  #report(line: number, { name }: Column, sentence: string): void {
    this.problems.push(`${this.#about.file}:${line}: ${name}: ${sentence}`);
  }
}

const isSame = ({ name }: Column, left: string, right: string): boolean =>
  name === 'upc' ? codeIn(left) === codeIn(right) : left === right;

/** @returns the digits of a UPC, EAN or GTIN in a form in which equal codes are equal. */
export const codeIn = (upc: string): string => singleUnit(upc).padStart(13, '0');

const RIGHTS = ['rights-owner-year', 'rights-owner-name'] as const;

function releaseOf(album: Fields, rows: readonly Fields[]): Release {
  const named = album.get('artists', 'artists') ?? [];
  const several = named.filter(({ name }) => isVariousArtists(name));
  const isCompilation = album.get('is-compilation', 'yes-no') ?? several.length > 0;
  const artists = isCompilation ? named.filter((artist) => !several.includes(artist)) : named;
  const explicit = album.get('is-explicit', 'yes-no') ?? rows.some((row) => row.get('is-explicit', 'yes-no'));
  return {
    attributes: {
      'is-explicit': explicit,
      ...rows[0]?.attributes(RIGHTS),
      ...album.attributes(ALBUM_ATTRIBUTES),
      ...(isCompilation && { 'is-compilation': true }),
    },
    links: linksOf(album),
    label: album.get('label', 'text') ?? null,
    countries: album.get('countries', 'countries') ?? [],
    dsps: album.get('dsps', 'dsps') ?? [],
    artists,
    identifiers: identifiersIn(album),
    tracks: rows.map((row) => trackOf(row, album, artists)),
    shared: [],
  };
}

function identifiersIn(album: Fields): ArtistIdentifiers[] {
  const isnis = new Map(album.get('isni', 'codes')?.map(({ name, code }) => [name, code]));
  const ipis = new Map(album.get('ipi', 'codes')?.map(({ name, code }) => [name, code]));
  return [...new Set([...isnis.keys(), ...ipis.keys()])].map((name) => ({
    name,
    isni: isnis.get(name) ?? null,
    ipi: ipis.get(name) ?? null,
  }));
}

const ALBUM_ATTRIBUTES = columns
  .filter(({ of, kind }) => of === 'album' && isAttribute(kind))
  .flatMap(fieldOf);
const TRACK_ATTRIBUTES = columns
  .filter(({ of, kind }) => of === 'track' && isAttribute(kind))
  .flatMap(fieldOf);

function fieldOf({ field }: Column): string[] {
  return ['label', 'disc', 'order', 'video', 'dolby_atmos'].includes(field) ? [] : [field];
}

function isAttribute(kind: Kind): boolean {
  return ['text', 'lines', 'integer', 'yes-no', 'address', 'uses', 'translations'].includes(kind);
}

function linksOf(fields: Fields): Release['links'] {
  const links = {
    'primary-genre': fields.get('primary-genre', 'genre'),
    'secondary-genre': fields.get('secondary-genre', 'genre'),
    language: fields.get('language', 'language'),
    version: fields.get('version', 'version'),
  };
  return Object.fromEntries(Object.entries(links).flatMap(([name, id]) => (id ? [[name, id]] : [])));
}

function trackOf(row: Fields, album: Fields, ofAlbum: readonly ReleaseArtist[]): ReleaseTrack {
  const masters = (['video', 'dolby_atmos'] as const).flatMap((type) => {
    const url = row.get(type, 'address');
    return url === undefined ? [] : [{ type, url }];
  });
  const { 'version-description': _text, ...attributes } = row.attributes(TRACK_ATTRIBUTES);
  const version = versionFields(row.get('version-description', 'text'));
  const { version: _, 'secondary-genre': __, ...defaults } = linksOf(album);
  return {
    attributes: {
      'is-explicit': false,
      ...album.attributes(RIGHTS),
      ...attributes,
      ...version.attributes,
    },
    links: { ...defaults, ...linksOf(row), ...version.links },
    disc: row.get('disc', 'integer') ?? 1,
    order: row.get('order', 'integer') ?? 0,
    artists: row.get('artists', 'artists') ?? ofAlbum.filter(({ role }) => role === '1'),
    direct: [],
    credits: row.get('extended-credits', 'credits') ?? [],
    masters,
  };
}
