/** Filters of a declaration: how a value is read from the query, and which records it lets through. */
import { characters } from './attribute.ts';

export type Field = string;

export interface Filter<F extends Field = Field> {
  /** The field it looks at: an attribute, a relationship, or `id`. */
  readonly field: F | 'id';
  /**
   * 'index': answered by the slim entries of a list. 'record': needs whole records, read only when it is asked.
   * 'related': looks at whether anything is at the other end of a to-many relationship.
   */
  readonly from: 'index' | 'record' | 'related';
  /** @returns the test, or null when the value is malformed. */
  readonly parse: (value: string) => Test | null;
  /** What a well-formed value looks like: ends the sentence of the refusal. */
  readonly expects: string;
  /** The ids it narrows a list to, when it is a relationship that an index answers. */
  readonly links?: true;
}

export type Test = (value: unknown) => boolean;

type From = { readonly from?: 'index' | 'record' };

const list = (value: string): string[] => value.split(',').map((each) => each.trim());

/** The value itself, of at most so many characters. */
export const exact = <F extends Field>(
  field: F,
  { from = 'index', most = Number.POSITIVE_INFINITY }: From & { readonly most?: number } = {},
): Filter<F> => ({
  field,
  from,
  parse: (wanted) => (characters(wanted) <= most ? (value) => String(value) === wanted : null),
  expects: most < Number.POSITIVE_INFINITY ? `at most ${most} characters long` : 'a value',
});

/** One of a comma-separated list of values. */
export const anyOf = <F extends Field>(field: F, { from = 'index' }: From = {}): Filter<F> => ({
  field,
  from,
  parse: (wanted) => {
    const values = new Set(list(wanted));
    return (value) => [value].flat().some((each) => values.has(String(each)));
  },
  expects: 'a comma-separated list',
});

/** A part of a text, whatever its case. */
export const partial = <F extends Field>(field: F, { from = 'index' }: From = {}): Filter<F> => ({
  field,
  from,
  parse: (wanted) => {
    const part = wanted.normalize('NFC').toLowerCase();
    return (value) => typeof value === 'string' && value.normalize('NFC').toLowerCase().includes(part);
  },
  expects: 'a text',
});

/** One of a few known values. */
export const known = <F extends Field>(field: F, values: readonly string[]): Filter<F> => ({
  ...exact(field),
  parse: (wanted) => (values.includes(wanted) ? (value) => value === wanted : null),
  expects: `one of ${values.join(', ')}`,
});

const spellings = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** true, false, 1 or 0; `holds` says what of the field's value is asked, its truth if left out. */
export const boolean = <F extends Field>(field: F, holds: Test = (value) => value === true): Filter<F> => ({
  field,
  from: 'index',
  parse: (wanted) => {
    const truth = spellings.get(wanted);
    return truth === undefined ? null : (value) => holds(value) === truth;
  },
  expects: 'true, false, 1 or 0',
});

/** Whether a to-many relationship links anything: true, false, 1 or 0. Reads the index of all that could link here. */
export const has = <F extends Field>(field: F): Filter<F> => ({ ...boolean(field), from: 'related' });

/** The record at the other end of a to-one relationship. */
export const related = <F extends Field>(field: F): Filter<F> => ({
  ...anyOf(field),
  links: true,
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
