/** Filters of a declaration: how a value is read from the query, and which records it lets through. */
import { comparable } from '../../domain/comparable.ts';
import { characters } from './attribute.ts';

export type Field = string;

export interface Filter<F extends Field = Field> {
  /** The field it looks at: an attribute, a relationship, or `id`. */
  readonly field: F | 'id';
  /**
   * 'index': answered by the entries of a list. 'record': needs whole records, which are read only when it is asked.
   * 'links': narrows the list to what is linked, before anything else is read. 'count': looks at how many records link
   * to it by a to-many relationship.
   */
  readonly from: 'index' | 'record' | 'links' | 'count';
  /** @returns the test, or null when the value is malformed. */
  readonly parse: (value: string) => Test | null;
  /** What a well-formed value looks like: ends the sentence of the refusal. */
  readonly expects: string;
  /** A well-formed value, for the documentation and for tests. */
  readonly example: string;
}

export type Test = (value: unknown) => boolean;

type From = { readonly from?: 'index' | 'record'; readonly example?: string };

/** @returns the parts of a comma-separated list, without surrounding blanks. */
export const listOf = (value: string): string[] => value.split(',').map((each) => each.trim());

/** The value itself, of at most so many characters. */
export const exact = <F extends Field>(
  field: F,
  { from = 'index', max = Number.POSITIVE_INFINITY, example = '1' }: From & { readonly max?: number } = {},
): Filter<F> => ({
  field,
  from,
  parse: (wanted) => (characters(wanted) <= max ? (value) => String(value) === wanted : null),
  expects: max < Number.POSITIVE_INFINITY ? `at most ${max} characters long` : 'a value',
  example,
});

/** One of a comma-separated list of values. */
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
  expects: 'a comma-separated list',
  example,
});

/** A part of a text, whatever its case. */
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
  expects: 'a text',
  example,
});

/** One of a few known values. */
export const known = <F extends Field>(field: F, values: readonly string[]): Filter<F> => ({
  ...exact(field),
  parse: (wanted) => (values.includes(wanted) ? (value) => value === wanted : null),
  expects: `one of ${values.join(', ')}`,
  example: values[0] ?? '',
});

const spellings = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** true, false, 1 or 0. */
export const boolean = <F extends Field>(field: F): Filter<F> => ({
  field,
  from: 'index',
  parse: (wanted) => {
    const truth = spellings.get(wanted);
    return truth === undefined ? null : (value) => (value === true) === truth;
  },
  expects: 'true, false, 1 or 0',
  example: 'true',
});

/** Whether a to-many relationship links anything: true, false, 1 or 0. The inverse relationship is counted. */
export const has = <F extends Field>(field: F): Filter<F> => ({ ...boolean(field), from: 'count' });

/** The records related by a to-one relationship, or by a to-many one through a link type: ids. */
export const related = <F extends Field>(field: F): Filter<F> => ({
  ...anyOf(field),
  from: 'links',
  expects: 'an id',
});

/** A moment, or a bare date, which is that whole day (UTC). `bound` compares from its start, or up to its end. */
export const date = <F extends Field>(field: F, bound: 'on' | 'gte' | 'lte' = 'on'): Filter<F> => ({
  field,
  from: 'index',
  parse: (wanted) => {
    const range = dateRange(wanted);
    if (!range) return null;
    const after = bound === 'lte' ? Number.NEGATIVE_INFINITY : range.start;
    const before = bound === 'gte' ? Number.POSITIVE_INFINITY : range.end;
    return (value) => {
      const moment = Date.parse(String(value));
      return moment >= after && moment <= before;
    };
  },
  expects: 'a date (YYYY-MM-DD) or an ISO 8601 time',
  example: '2026-01-31',
});

const DAY_MS = 86_400_000;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** First and last millisecond of what the text names, or null: Date.parse alone forgives 31 February. */
function dateRange(text: string): { start: number; end: number } | null {
  const day = text.slice(0, 10);
  const midnight = BARE_DATE.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null;
  if (text === day) return { start: midnight, end: midnight + DAY_MS - 1 };
  const moment = TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? null : { start: moment, end: moment };
}
