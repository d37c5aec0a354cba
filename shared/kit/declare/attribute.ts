/** Declares attributes, with common schemas. */
import * as v from 'valibot';
import { isCalendarDay } from '../values/calendar-day.ts';
import {
  characters,
  hasControls,
  hasControlsOrLineEnds,
  hasUnreadable,
  hidesCharacters,
  isVisible,
  unreadableMessage,
} from '../values/characters.ts';
import { isEmailAddress } from '../values/email.ts';
import { isHttpsUrl } from '../values/https-url.ts';
import { MAX_PROBLEMS } from '../values/problems.ts';
import { visibleName } from '../values/visible-name.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** When clients may write a field. 'once': only on create. 'update': only after creation. */
export type Writable = 'always' | 'once' | 'update' | 'never';

export const isWritable = (writable: Writable, doing: 'create' | 'update'): boolean =>
  writable === 'always' || writable === (doing === 'create' ? 'once' : 'update');

export interface Attribute<S extends Schema = Schema> {
  readonly schema: S;
  /** What it means, in one or two sentences for the documentation. */
  readonly says?: string;
  /** Required on create. */
  readonly required: boolean;
  /** Which records can be created without it, as rules check: `it is a music video`. */
  readonly requiredUnless?: string;
  readonly writable: Writable;
  /**
   * 'single': shown only where the record is the whole `data` of a document, so neither in lists nor among
   * included records.
   * 'once': shown only in the response to the request that generated the value.
   */
  readonly readable: 'always' | 'single' | 'once' | 'never';
  /** Value in records created without the attribute or before it was declared. */
  readonly initial: unknown;
  /** Whether the record's row stores it. Otherwise, it is only sent, added by a view, or stored elsewhere. */
  readonly kept: boolean;
  /** Whether rows omit its initial value, which then must stay the same. For what few records have. */
  readonly sparse: boolean;
  /**
   * Stored in a separate row that is read only when the attribute is shown, and written only when it is sent.
   * 'when-long': short values are stored in the record's row.
   */
  readonly apart: boolean | 'when-long';
  /** Longer lists are rejected before their items are checked. */
  readonly maxItems: number;
  /** The relationship whose links it counts, as `<type>.<relationship>`. */
  readonly countOf: string | null;
  /** Schema of requests in the API reference, if hooks check more than `schema`. */
  readonly sent: Schema | null;
  /** Schema of responses in the API reference, if a view changes the form. */
  readonly shown: Schema | null;
}

type AttributeOptions = Partial<Omit<Attribute, 'schema' | 'countOf' | 'kept'>> & { readonly kept?: false };

/** Options of attributes that only the service writes. */
export const readOnly = { writable: 'never' } as const;
/** Options of attributes that only the service writes and reads. */
export const hidden = { writable: 'never', readable: 'never' } as const;
type Hidden = typeof hidden;

/** An attribute that clients send or see has a sentence. */
export type Described = { readonly says: string } | Hidden;

/** What the compiler knows of the options. */
export type Said<O> = O extends { readonly says: string } ? { readonly says: string } : unknown;
type OptionTypes<O> = Said<O> &
  (O extends Hidden ? Hidden : unknown) &
  (O extends { readonly kept: false } | { readonly apart: true | 'when-long' }
    ? { readonly kept: false }
    : unknown);

/**
 * An attribute stored on the record.
 * @param schema valibot schema of the values. Its messages follow the attribute's name: 'must be ...'.
 * @param options defaults to an optional, writable, readable, stored and initially null attribute.
 * @example name: attr(text(1, 255), { required: true, says: 'The name that stores show.' })
 * @example password: attr(password, { readable: 'never', kept: false, says: 'The password for signing in.' })
 * @example lyrics: attr(v.nullable(multilineText(0)), { apart: true, says: 'The words of the song.' })
 */
export const attr = <S extends Schema, const O extends AttributeOptions = Readonly<Record<never, never>>>(
  schema: S,
  options?: O,
): Attribute<S> & OptionTypes<O> =>
  ({
    schema,
    required: false,
    writable: 'always',
    readable: 'always',
    initial: null,
    kept: !options?.apart,
    sparse: false,
    apart: false,
    maxItems: MAX_PROBLEMS,
    countOf: null,
    sent: null,
    shown: null,
    ...options,
  }) as Attribute<S> & OptionTypes<O>;

/**
 * The number of records that link to this one. Their writes update it without changing this record's version.
 * @param counted a counted to-one relationship to this type, as `<type>.<relationship>`.
 * @example 'tracks-count': countOf('album-tracks.album', { says: 'The number of tracks.' })
 */
export const countOf = (counted: string, { says }: { readonly says: string }) => ({
  ...attr(integer(0), { writable: 'never', initial: 0, kept: false, says }),
  countOf: counted,
});

/** Limit for texts without one in the specification. Records still fit into a row (400 KB). */
export const LONG_TEXT = 50_000;

/**
 * Any text without null bytes and lone surrogates, which break databases and JSON parsers.
 * @param min minimum length in characters. Unless it is 0, at least one character must be visible.
 * @param max maximum length in characters.
 */
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

/**
 * A single line, such as a name. Joiners inside words and emoji are allowed.
 * @example attr(text(1, 255))
 */
export const text = (min: number, max?: number) =>
  v.pipe(
    anyText(min, max),
    v.check((value) => !hasControlsOrLineEnds(value), 'must be a single line without control characters'),
    // A required text of nothing else is reported as empty.
    v.check((value) => !hasUnreadable(value) || (min > 0 && !isVisible(value)), unreadableMessage),
  );

/**
 * A name or title. Stored without invisible characters, so that two that look the same are the same.
 * @example attr(visibleText(1, 255), documentedAs(text(1, 255)))
 */
export const visibleText = (min: number, max: number) => v.pipe(text(min, max), v.transform(visibleName));

/** Options of an attribute whose schema changes values, for the API reference. */
export const documentedAs = (schema: Schema) => ({ sent: schema, shown: schema }) as const;

/**
 * Multi-line text, such as a description.
 * @example attr(v.nullable(multilineText(0, 300)))
 */
export const multilineText = (min: number, max?: number) =>
  v.pipe(
    anyText(min, max),
    v.check(
      (value) => !hasControls(value),
      'must not contain control characters other than tabs and line breaks',
    ),
  );

/** @example attr(emailAddress(255), { required: true }) */
export const emailAddress = (max: number) =>
  v.pipe(
    anyText(1, max),
    v.check(isEmailAddress, ({ input }) =>
      hidesCharacters(input) ? 'must not contain invisible characters' : 'must be a valid e-mail address',
    ),
    v.metadata({ format: 'email' }),
  );

/** @example artwork: attr(v.nullable(httpsUrl(500))) */
export const httpsUrl = (max: number) =>
  v.pipe(
    anyText(1, max),
    v.check(isHttpsUrl, 'must be an absolute https URL'),
    v.metadata({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://[^/?#]' }),
  );

/** A day, YYYY-MM-DD. @example release_date: attr(calendarDay()) */
export const calendarDay = () =>
  v.pipe(
    v.string('must be a string'),
    v.check(isCalendarDay, 'must be a day that exists, written YYYY-MM-DD'),
    v.metadata({ format: 'date' }),
  );

/** @example 'is-active': attr(flag(), { initial: true }) */
export const flag = () => v.boolean('must be true or false');

/** @example attr(integer(1, 999)) */
export const integer = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    v.number('must be a number'),
    v.safeInteger('must be a whole number no greater than 2^53-1'),
    v.minValue(min, `must be ${min} or greater`),
    v.maxValue(max, `must be ${max} or less`),
  );

/** @example attr(oneOf(['draft', 'sent'])) */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  v.picklist(values, `must be one of ${values.join(', ')}`);

/** A time set by the service, ISO 8601 in UTC. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** The attributes `created-at` and `updated-at`, which are set on every write. */
export const timestamps = {
  'created-at': attr(timestamp, { writable: 'never', says: 'When it was created.' }),
  'updated-at': attr(timestamp, { writable: 'never', says: 'When it was last changed.' }),
} as const;
