/** Declares filters, with the parsing of their values and the records that match. */
import { characters } from '../values/characters.ts';
import { comparable } from '../values/comparable.ts';
import { required } from '../values/required.ts';

export type Field = string;

export interface Filter<F extends Field = Field> {
  /** An attribute, a relationship or `id`. */
  readonly field: F | 'id';
  /**
   * The data it uses. 'index': index entries. 'record': whole records, which are read only for this filter.
   * 'links': the links of related records, looked up before the list is read. 'count': the number of related
   * records.
   */
  readonly from: 'index' | 'record' | 'links' | 'count';
  /** With 'links', the values are ids in this relationship of the related record, which needs a link type. */
  readonly via?: string;
  /** @returns null if the value is malformed. */
  readonly parse: (value: string) => Test | null;
  /** Which records it finds. Completes the sentence 'Finds records ...'. */
  readonly finds: string;
  /** Describes valid values. Completes the error message '<parameter> must be ...'. */
  readonly expects: string;
  /** A valid value for documentation and tests. */
  readonly example: string;
  /** Whether the value is a comma-separated list. */
  readonly isList?: true;
  /** Whether the parameter is its name alone, such as `group`, without `filter[]`. */
  readonly isBare?: true;
  /** All valid values, if there are few. */
  readonly values?: readonly string[];
  /** For filters of times: the first and last millisecond that match. Null if the value is malformed. */
  readonly rangeOf?: (value: string) => { readonly from: number; readonly to: number } | null;
}

export type Test = (value: unknown) => boolean;

type From = { readonly from?: 'index' | 'record'; readonly example?: string };

/** @returns the items of a comma-separated list, trimmed. */
export const listOf = (value: string): string[] => value.split(',').map((each) => each.trim());

/**
 * Matches the exact value.
 * @param options `max` limits the length of the value in characters.
 * @example filters: { key: exact('key', { max: 64 }) }
 */
export const exact = <F extends Field>(
  field: F,
  { from = 'index', max = Number.POSITIVE_INFINITY, example = '1' }: From & { readonly max?: number } = {},
): Filter<F> => ({
  field,
  from,
  parse: (wanted) => (characters(wanted) <= max ? (value) => String(value) === wanted : null),
  finds: `with this \`${field}\``,
  expects: max < Number.POSITIVE_INFINITY ? `at most ${max} characters long` : 'a value',
  example,
});

/**
 * Matches a code in any of its spellings. Texts that are not codes match exactly.
 * @param form returns the comparable form of a code, and an empty text or undefined for other texts.
 * @example filters: { 'isrc-code': code('isrc-code', comparableIsrc, { example: 'DEAB12600001' }) }
 */
export const code = <F extends Field>(
  field: F,
  form: (text: string) => string | undefined,
  options: From = {},
): Filter<F> => ({
  ...exact(field, options),
  parse: (wanted) => {
    const code = form(wanted);
    return (value) => {
      if (typeof value !== 'string' || value === '') return false;
      return value === wanted || (Boolean(code) && form(value) === code);
    };
  },
  finds: `with this \`${field}\` in any spelling`,
});

/**
 * Matches any value of a comma-separated list.
 * @example filters: { id: anyOf('id') }
 */
export const anyOf = <F extends Field>(
  field: F,
  { from = 'index', example = '1' }: From = {},
): Filter<F> => ({
  field,
  from,
  parse: (wanted) => {
    const values = new Set(listOf(wanted));
    return (value) => [value].flat().some((each) => values.has(String(each)));
  },
  finds: `with one of these values in \`${field}\``,
  expects: 'a comma-separated list',
  example,
  isList: true,
});

/**
 * Matches part of a text, ignoring case.
 * @param options `from: 'record'` for fields too large for the index.
 * @example filters: { name: partial('name') }
 */
export const partial = <F extends Field>(
  field: F,
  { from = 'index', example = 'a' }: From = {},
): Filter<F> => ({
  field,
  from,
  parse: (wanted) => {
    const part = comparable(wanted);
    return (value) => typeof value === 'string' && comparable(value).includes(part);
  },
  finds: `whose \`${field}\` contains the text, ignoring case`,
  expects: 'a text',
  example,
});

/**
 * Matches one of the given values. Other values are errors.
 * @example filters: { kind: known('kind', ['role', 'instrument']) }
 */
export const known = <F extends Field>(field: F, values: readonly string[]): Filter<F> => ({
  ...exact(field),
  parse: (wanted) => (values.includes(wanted) ? (value) => value === wanted : null),
  expects: `one of ${values.join(', ')}`,
  values,
  example: required(values[0], 'A filter has values.'),
});

/**
 * Matches any value of a comma-separated list of given values. Other values are errors.
 * @example filters: { key: anyKnown('key', ['draft', 'delivered']) }
 */
export const anyKnown = <F extends Field>(field: F, values: readonly string[]): Filter<F> => {
  const listed = anyOf(field);
  return {
    ...listed,
    parse: (wanted) => (listOf(wanted).every((each) => values.includes(each)) ? listed.parse(wanted) : null),
    expects: `a comma-separated list of ${values.join(', ')}`,
    values,
    example: required(values[0], 'A filter has values.'),
  };
};

/**
 * Matches a whole number. Other values are errors.
 * @example filters: { order: number('order') }
 */
export const number = <F extends Field>(field: F): Filter<F> => ({
  ...exact(field),
  parse: (wanted) => (/^\d{1,16}$/.test(wanted) ? (value) => value === Number(wanted) : null),
  expects: 'a whole number',
});

const spellings = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Matches a boolean attribute, or one shown as 1 or 0. Values are true, false, 1 and 0.
 * @example filters: { 'is-disabled': boolean('is-disabled') }
 */
export const boolean = <F extends Field>(field: F): Filter<F> => ({
  field,
  from: 'index',
  parse: (wanted) => {
    const truth = spellings.get(wanted);
    return truth === undefined ? null : (value) => (value === true || value === 1) === truth;
  },
  finds: `whose \`${field}\` has this value`,
  expects: 'true, false, 1 or 0',
  values: [...spellings.keys()],
  example: 'true',
});

/**
 * Matches records with or without related records. The inverse relationship must be counted.
 * @example filters: { 'has-albums': has('albums') }
 */
export const has = <F extends Field>(field: F): Filter<F> => ({
  ...boolean(field),
  from: 'count',
  finds: `that have \`${field}\`, or have none`,
});

/**
 * Matches records related to any of the given ids, by a to-one relationship or through a link type.
 * @param options `via` matches ids in a to-many relationship of the related record, through a link type.
 * @example filters: { 'artist-id': related('artist') }
 * @example filters: { album: related('track', { via: 'albums' }) }
 */
export const related = <F extends Field>(field: F, options: { readonly via?: string } = {}): Filter<F> => ({
  ...anyOf(field),
  ...options,
  from: 'links',
  finds: `related to one of these by \`${options.via ?? field}\``,
  expects: 'an id',
});

const boundTexts = {
  on: 'on this day or at this time',
  gte: 'then or later',
  lte: 'then or earlier',
} as const;

/**
 * Matches a timestamp. The value is a time, or a date for a whole day in UTC.
 * @param bound 'gte' matches from the start of the value, 'lte' up to its end, and 'on' within it.
 * @example filters: { 'created-at-gte': date('created-at', 'gte') }
 */
export const date = <F extends Field>(field: F, bound: 'on' | 'gte' | 'lte' = 'on'): Filter<F> => {
  const rangeOf = (wanted: string) => {
    const range = dateRange(wanted);
    return (
      range && {
        from: bound === 'lte' ? Number.NEGATIVE_INFINITY : range.start,
        to: bound === 'gte' ? Number.POSITIVE_INFINITY : range.end,
      }
    );
  };
  return {
    field,
    from: 'index',
    rangeOf,
    parse: (wanted) => {
      const range = rangeOf(wanted);
      if (!range) return null;
      return (value) => {
        const moment = Date.parse(String(value));
        return moment >= range.from && moment <= range.to;
      };
    },
    finds: `whose \`${field}\` is ${boundTexts[bound]}`,
    expects: 'a date (YYYY-MM-DD) or an ISO 8601 time',
    example: '2026-01-31',
  };
};

/** @returns the query parameter of a filter. */
export const filterParameter = (name: string, { isBare }: Pick<Filter, 'isBare'>): string =>
  isBare ? name : `filter[${name}]`;

const DAY_MS = 86_400_000;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** @returns the first and last millisecond, or null. Date.parse alone accepts 31 February. */
function dateRange(text: string): { start: number; end: number } | null {
  const day = text.slice(0, 10);
  const midnight = BARE_DATE.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  if (text === day) return { start: midnight, end: midnight + DAY_MS - 1 };
  const moment = TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? null : { start: moment, end: moment };
}
