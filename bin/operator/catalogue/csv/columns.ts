/** The columns of a spreadsheet, and the fields of the form that they hold. */

/** How the text of a cell is read. `lines` may have several lines. */
export type Kind =
  | 'text'
  | 'lines'
  | 'integer'
  | 'yes-no'
  | 'uses'
  | 'address'
  | 'genre'
  | 'language'
  | 'version'
  | 'countries'
  | 'dsps'
  | 'artists'
  | 'codes'
  | 'credits'
  | 'translations'
  | 'length'
  | 'isrc';

export interface Column {
  readonly name: string;
  readonly of: 'album' | 'track';
  /** The name of an attribute, of a link to reference data, or of another member of the form. */
  readonly field: string;
  readonly kind: Kind;
  readonly isRequired?: true;
}

const column =
  (of: Column['of']) =>
  (name: string, field: string, kind: Kind = 'text', isRequired = false): Column => ({
    name,
    of,
    field,
    kind,
    ...(isRequired && { isRequired }),
  });
const album = column('album');
const track = column('track');

export const columns: readonly Column[] = [
  album('upc', 'upc-code', 'text', true),
  album('album-title', 'title', 'text', true),
  album('album-title-translations', 'title-translations', 'translations'),
  album('album-version', 'version', 'version'),
  album('format', 'format'),
  album('release-date', 'release_date'),
  album('release-time', 'release-time'),
  album('release-time-zone', 'release-time-zone'),
  album('pre-order-date', 'pre-order-date'),
  album('compilation', 'is-compilation', 'yes-no'),
  album('label', 'label'),
  album('album-artists', 'artists', 'artists'),
  album('isni', 'isni', 'codes'),
  album('ipi', 'ipi', 'codes'),
  album('album-genre', 'primary-genre', 'genre'),
  album('album-secondary-genre', 'secondary-genre', 'genre'),
  album('album-language', 'language', 'language'),
  album('album-explicit', 'is-explicit', 'yes-no'),
  album('album-rights-year', 'rights-owner-year', 'integer'),
  album('album-rights-owner', 'rights-owner-name'),
  album('catalogue-number', 'catalogue-number'),
  album('description', 'description', 'lines'),
  album('copyright', 'copyright'),
  album('publishing', 'publishing'),
  album('artwork', 'artwork', 'address'),
  album('artwork-ai-usage', 'artwork-ai-usage', 'yes-no'),
  album('countries', 'countries', 'countries'),
  album('dsps', 'dsps', 'dsps'),
  track('disc', 'disc', 'integer'),
  track('track', 'order', 'integer', true),
  track('title', 'title', 'text', true),
  track('title-translations', 'title-translations', 'translations'),
  track('version', 'version-description', 'text'),
  track('isrc', 'isrc-code', 'isrc'),
  track('iswc', 'iswc-code'),
  track('artists', 'artists', 'artists'),
  track('credits', 'extended-credits', 'credits'),
  track('genre', 'primary-genre', 'genre'),
  track('secondary-genre', 'secondary-genre', 'genre'),
  track('language', 'language', 'language'),
  track('explicit', 'is-explicit', 'yes-no'),
  track('rights-year', 'rights-owner-year', 'integer'),
  track('rights-owner', 'rights-owner-name'),
  track('length', 'length', 'length'),
  track('preview-start', 'preview-start', 'integer'),
  track('audio', 'full-audiofile-url', 'address'),
  track('md5', 'md5'),
  track('video', 'is-video', 'yes-no'),
  track('ai-usage', 'ai-usage', 'uses'),
  track('video-master', 'video', 'address'),
  track('atmos-master', 'dolby_atmos', 'address'),
  track('fingerprint-scan', 'allow-fingerprint-scan', 'yes-no'),
  track('lyrics', 'lyrics', 'lines'),
  track('synced-lyrics', 'synced-lyrics', 'lines'),
];

export const columnNamed = (name: string): Column | undefined => columns.find((each) => each.name === name);

/** @returns the column with a field of the album or of the track. */
export const columnOf = (of: Column['of'], field: string): Column | undefined =>
  columns.find((each) => each.of === of && each.field === field);

/** A cell with an empty list, which is not the same as a blank one. */
export const NONE = '-';
