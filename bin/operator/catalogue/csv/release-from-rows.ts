/** Makes a release of the rows with its UPC. */

import type {
  About,
  Note,
  ReadRelease,
} from '../../../../shared/catalogue/back-catalogue/reading/read-file.ts';
import { releaseNotes } from '../../../../shared/catalogue/back-catalogue/reading/release-notes.ts';
import { versionFields } from '../../../../shared/catalogue/back-catalogue/reading/version-fields.ts';
import type {
  ArtistIdentifiers,
  Release,
  ReleaseArtist,
  ReleaseTrack,
} from '../../../../shared/catalogue/back-catalogue/release-form.ts';
import { titleBeforeVersion } from '../../../../shared/catalogue/rules/version-in-title.ts';
import { isVariousArtists } from '../../../../shared/reference/data/various-artists.ts';
import { versionById } from '../../../../shared/reference/reference-names.ts';
import { type Column, columnOf, columns, type Kind } from './columns.ts';
import type { Fields } from './fields.ts';
import { type CsvRow, RowReader } from './row-reader.ts';

/** @param rows of one UPC, at least one. */
export function releaseFrom(
  rows: readonly CsvRow[],
  about: About,
): { read: ReadRelease; problems: string[]; notes: Note[] } {
  const reading = new RowReader(about);
  const album = reading.album(rows);
  const tracks = rows.map((row, index) => reading.track(row, index, album));
  const release = releaseOf(album, tracks);
  const lines = rows.map(({ line }) => line);
  return {
    problems: reading.problems,
    notes: [...reading.notes, ...releaseNotes(release, (track) => `${about.file}:${lines[track]}`)],
    read: {
      release,
      malformed: reading.malformed,
      placeOf({ track, field }) {
        const column = columnOf(track === undefined ? 'album' : 'track', MEMBERS[field] ?? field);
        const ofAlbum = column && reading.lines.get(column.name);
        const line = track === undefined ? (ofAlbum ?? lines[0]) : lines[track];
        return `${about.file}:${line}: ${column?.name ?? field}`;
      },
    },
  };
}

/** Members of the form with several columns. */
const MEMBERS: Readonly<Record<string, string>> = { masters: 'dolby_atmos' };

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
      ...titleOnce(album, versionById(album.get('version', 'version'))?.name),
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
  return ['text', 'lines', 'integer', 'yes-no', 'address', 'uses', 'translations', 'length', 'isrc'].includes(
    kind,
  );
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
      ...titleOnce(row, row.get('version-description', 'text')),
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

/** Many senders write "Tides (Live)" with the version "Live". */
function titleOnce(fields: Fields, version: string | undefined): { title?: string } {
  const written = fields.get('title', 'text');
  const title = written === undefined ? undefined : titleBeforeVersion(written, version ?? null);
  return title === undefined ? {} : { title };
}
