/** Attributes of a declaration: a schema, who may write it, and when it is shown. */
import * as v from 'valibot';
import { hasControls, hasControlsOrLineEnds, hidesCharacters, isVisible } from '../../domain/characters.ts';
import { isEmailAddress } from '../../domain/email.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** 'once': on create; sending it later is refused. 'update': not on create. */
export type Writable = 'always' | 'once' | 'update' | 'never';

export const isWritable = (writable: Writable, doing: 'create' | 'update'): boolean =>
  writable === 'always' || writable === (doing === 'create' ? 'once' : 'update');

export interface Attribute<S extends Schema = Schema> {
  readonly schema: S;
  /** Must be sent on create, and cannot be removed later. */
  readonly required: boolean;
  readonly writable: Writable;
  /** 'once': only in the answer of the request that made the value. 'never': kept, but never shown. */
  readonly readable: 'always' | 'once' | 'never';
  /** The value of a record that was created without it, or before it was declared. */
  readonly initial: unknown;
  /** False: the row of the record does not keep it. It is only sent (a password), computed (a count), or kept apart. */
  readonly kept: boolean;
  /** Kept in a row of its own beside the record, which is read when the record is shown and written when it is sent. */
  readonly apart: boolean;
  /** Shows how many records link here: `<type>.<relationship>`, a counted to-one relationship. */
  readonly countOf: string | null;
}

type Options = Partial<Omit<Attribute, 'schema' | 'kept' | 'apart' | 'countOf'>>;

/**
 * An attribute that the record keeps.
 * @param schema what values it takes.
 * @example attr(text(1, 255), { required: true })
 */
export const attr = <S extends Schema>(schema: S, options: Options = {}): Attribute<S> => ({
  schema,
  required: false,
  writable: 'always',
  readable: 'always',
  initial: null,
  kept: true,
  apart: false,
  countOf: null,
  ...options,
});

/**
 * An attribute that is sent and never kept: hooks make something else of it.
 * @example sentOnly(password, { required: true, writable: 'once' })
 */
export const sentOnly = <S extends Schema>(
  schema: S,
  options: Omit<Options, 'readable' | 'initial'> = {},
): Attribute<S> & { readonly kept: false } => ({
  ...attr(schema, { ...options, readable: 'never' }),
  kept: false,
});

/**
 * An attribute that is large beside the rest of the record, such as a list of credits: kept in a row of its own, so that
 * other changes of the record do not write it again.
 * @example 'extended-credits': keptApart(creditList, { initial: [] })
 */
export const keptApart = <S extends Schema>(
  schema: S,
  options: Options = {},
): Attribute<S> & { readonly kept: false } => ({ ...attr(schema, options), kept: false, apart: true });

/**
 * How many records link here. Kept by the writes of those records, without a new version of this one.
 * @param countOf `<type>.<relationship>`: a to-one relationship that is counted.
 * @example 'tracks-count': countOf('album-tracks.album')
 */
export const countOf = (
  counted: string,
): Attribute<ReturnType<typeof integer>> & { readonly kept: false } => ({
  ...attr(integer(0), { writable: 'never', initial: 0 }),
  kept: false,
  countOf: counted,
});

/**
 * An attribute that the view of the type adds whenever a record is shown.
 * @param initial what is shown without a view.
 */
export const computed = (
  initial: unknown,
): Attribute<v.GenericSchema<unknown, unknown>> & { readonly kept: false } => ({
  ...attr(v.unknown(), { writable: 'never', initial }),
  kept: false,
});

/** Where the specification sets no limit: with this many characters a record still fits its row (400 KB). */
export const LONG_TEXT = 50_000;

/** Length in characters as people count them (code points), so that an emoji is not two. */
export const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Text that can be kept and sent on: no null bytes, no half of a surrogate pair (both break databases and JSON parsers). */
export const anyText = (min: number, max: number = Number.POSITIVE_INFINITY) =>
  v.pipe(
    v.string('must be a string'),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
    v.check((value) => value.isWellFormed(), 'must be well-formed Unicode text'),
    v.check((value) => characters(value) <= max, `must be at most ${max} characters long`),
    v.check(
      (value) => (min === 0 || isVisible(value)) && characters(value) >= min,
      min > 1 ? `must be at least ${min} characters long` : 'must not be empty',
    ),
    v.metadata({ minLength: min, maxLength: max }),
  );

/** A single line, such as a name. Joiners inside words and emoji may stand in it. */
export const text = (min: number, max?: number) =>
  v.pipe(
    anyText(min, max),
    v.check((value) => !hasControlsOrLineEnds(value), 'must be a single line without control characters'),
  );

/** Prose of any number of lines, such as a description. */
export const multilineText = (min: number, max?: number) =>
  v.pipe(
    anyText(min, max),
    v.check(
      (value) => !hasControls(value),
      'must not contain control characters other than tabs and line ends',
    ),
  );

export const emailAddress = (max: number) =>
  v.pipe(
    anyText(1, max),
    v.check(isEmailAddress, ({ input }) =>
      hidesCharacters(input) ? 'must not contain invisible characters' : 'must be a valid e-mail address',
    ),
    v.metadata({ format: 'email' }),
  );

export const flag = () => v.boolean('must be true or false');

export const integer = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    v.number('must be a number'),
    v.safeInteger('must be a whole number no greater than 2^53-1'),
    v.minValue(min, `must be ${min} or greater`),
    v.maxValue(max, `must be ${max} or less`),
  );

export const oneOf = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, `must be one of ${values.join(', ')}`);

/** ISO 8601 in UTC, as the service writes it. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** The two moments most records carry; crud sets them. */
export const timestamps = {
  'created-at': attr(timestamp, { writable: 'never' }),
  'updated-at': attr(timestamp, { writable: 'never' }),
} as const;
