/** Writes releases as lines of a spreadsheet. */
import type {
  Release,
  ReleaseArtist,
  ReleaseTrack,
} from '../../../../shared/catalogue/back-catalogue/release-form.ts';
import { beginsFormula, csvLine } from '../../../../shared/kit/values/csv.ts';
import {
  artistRoleById,
  countryById,
  genreById,
  languageById,
  versionById,
} from '../../../../shared/reference/reference-names.ts';
import { type Column, columns, NONE } from './columns.ts';
import { cellOf, itemOf } from './lists.ts';
import { translationsCell } from './translations.ts';

export const csvHeader = (): string => `${csvLine(columns.map(({ name }) => name))}\n`;

/** @returns a line for each track. */
export const csvLinesOf = (release: Release): string =>
  release.tracks
    .map((track) => `${csvLine(columns.map((column) => protectedText(cell(column, release, track))))}\n`)
    .join('');

/** `csvLine` protects formulas with an apostrophe. A text that begins like that gets another one. */
const protectedText = (text: string): string =>
  text.startsWith("'") && beginsFormula(text.replace(/^'+/, '')) ? `'${text}` : text;

function cell(column: Column, release: Release, track: ReleaseTrack): string {
  const of = column.of === 'album' ? release : track;
  if (column.field === 'label') return release.label ?? '';
  if (column.field === 'disc' || column.field === 'order') return String(track[column.field]);
  if (column.kind === 'countries')
    return cellOf(release.countries.flatMap((id) => countryById(id)?.['alpha2-code'] ?? []));
  if (column.kind === 'dsps') return cellOf(release.dsps);
  if (column.kind === 'artists') return artistsCell(of.artists);
  if (column.kind === 'codes') return codesCell(column.field === 'ipi' ? 'ipi' : 'isni', release);
  if (column.kind === 'credits') return creditsCell(track);
  const master = track.masters.find(({ type }) => type === column.field);
  if (column.field === 'video' || column.field === 'dolby_atmos') return master?.url ?? '';
  if (column.field === 'version-description')
    return versionById(track.links['version'])?.name ?? textOf(track.attributes[column.field]);
  if (column.kind === 'translations') return translationsCell(of.attributes[column.field]);
  if (column.kind === 'uses') return usesCell(track.attributes[column.field]);
  const link = of.links[column.field];
  if (link !== undefined) return nameOf(column, link);
  return textOf(of.attributes[column.field]);
}

const artistsCell = (artists: readonly ReleaseArtist[]): string =>
  artists.length === 0
    ? NONE
    : cellOf(
        artists.map(({ name, role, order }) =>
          itemOf({ role: artistRoleById(role)?.key, number: order, name }),
        ),
      );

const codesCell = (field: 'isni' | 'ipi', { identifiers }: Release): string =>
  cellOf(identifiers.flatMap(({ name, [field]: code }) => (code === null ? [] : `${code}: ${name}`)));

const usesCell = (uses: unknown): string =>
  Array.isArray(uses) ? (uses.length === 0 ? NONE : cellOf(uses.map(String))) : '';

const creditsCell = ({ credits }: ReleaseTrack): string =>
  cellOf(credits.map(({ role, name, position }) => itemOf({ role, number: position, name })));

function nameOf({ kind }: Column, id: string | null): string {
  const name =
    kind === 'language' ? languageById(id)?.code : (kind === 'genre' ? genreById : versionById)(id)?.name;
  return name ?? '';
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
