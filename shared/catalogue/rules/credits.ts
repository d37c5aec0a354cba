/** The credits of a track (specification 2.3.2): which lists are valid, and how credits are ordered. */
import * as v from 'valibot';
import {
  characters,
  hasControlsOrLineEnds,
  hasUnreadable,
  isVisible,
  unreadableMessage,
} from '../../kit/values/characters.ts';
import { comparable } from '../../kit/values/comparable.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { rowMeant } from '../../kit/values/row-meant.ts';
import { visibleName } from '../../kit/values/visible-name.ts';

export const MAX_CREDITS = 200;
const MAX_NAME = 255;
const POINTER = '/data/attributes/extended-credits';

/** A credit with the four members that are shown. */
export type Credit = {
  readonly role: string;
  readonly name: string;
  readonly 'artist-id': number | null;
  /** Starts at 1 within each role. */
  readonly position: number;
};

export interface SentCredits {
  /** The value of the attribute, which can be any JSON. */
  readonly sent: unknown;
  /** The current credits of the track. */
  readonly before: readonly Credit[];
  /** Keys of the credit roles that can be chosen, and of the core artist roles, which cannot. */
  readonly listedRoles: ReadonlySet<string>;
  readonly artistRoles: ReadonlySet<string>;
  /** The sent artists (`artistIdsIn`) that belong to the caller. */
  readonly artists: ReadonlySet<number>;
}

export type PreparedCredits =
  | { readonly credits: readonly Credit[] }
  | { readonly problems: readonly Problem[] };

const text = v.string('must be a string');
const wholeNumber = v.pipe(
  v.number('must be a whole number or null'),
  v.safeInteger('must be a whole number no greater than 2^53-1'),
  v.minValue(1, 'must be 1 or greater'),
);

const schemas = {
  role: text,
  name: v.pipe(
    text,
    v.trim(),
    v.check((name) => name.isWellFormed(), 'must be well-formed Unicode text'),
    v.check((name) => characters(name) <= MAX_NAME, `must be at most ${MAX_NAME} characters long`),
    v.check(isVisible, 'must not be empty'),
    v.check((name) => !hasControlsOrLineEnds(name), 'must be a single line without control characters'),
    v.check((name) => !hasUnreadable(name) || !isVisible(name), unreadableMessage),
  ),
  'artist-id': v.nullish(wholeNumber, null),
  position: v.nullish(wholeNumber, null),
} as const;

export const creditForms = {
  sent: v.array(v.object(schemas)),
  shown: v.array(
    v.strictObject({
      role: v.string(),
      name: v.string(),
      'artist-id': v.nullable(wholeNumber),
      position: wholeNumber,
    }),
  ),
} as const;

type Member = keyof typeof schemas;
const members = Object.keys(schemas) as readonly Member[];

/** An item of the list, with its valid members and a message for each invalid one. */
interface Item {
  readonly index: number;
  readonly values: { readonly [M in Member]?: v.InferOutput<(typeof schemas)[M]> };
  readonly faults: readonly Fault[];
}

interface Fault {
  /** Undefined for faults of the item as a whole. */
  readonly member?: Member;
  readonly message: string;
  readonly code?: 'required' | 'invalid_value';
}

/**
 * @returns the credits to store, or one problem for each fault. Credits are ordered by the first use of their
 * role in the sent list, then by position, and renumbered from 1 within each role.
 */
export function preparedCredits(sent: SentCredits): PreparedCredits {
  if (!Array.isArray(sent.sent)) return rejectedWhole('must be a list of credits');
  if (sent.sent.length > MAX_CREDITS) return rejectedWhole(`must have at most ${MAX_CREDITS} items`);
  const items = itemsOf(sent.sent);
  const artistOf = new Map(sent.before.map((credit) => [creditName(credit), credit['artist-id']]));
  const repeated = repeatedNames(items);
  const problems = items.flatMap((item) =>
    [
      ...item.faults,
      ...roleFaults(sent, item, artistOf),
      ...(repeated.has(item) ? [NAME_REPEATED] : []),
      ...artistFaults(sent, item),
    ].map((fault) => problemOf(item, fault)),
  );
  if (problems.length > 0) return { problems };
  return { credits: inOrder(items.flatMap(({ values }) => completeCredit(values) ?? [])) };
}

/** @returns the distinct ids of all artists in a sent list, to look up before the list is prepared. */
export function artistIdsIn(sent: unknown): readonly number[] {
  if (!Array.isArray(sent) || sent.length > MAX_CREDITS) return [];
  return [...new Set(itemsOf(sent).flatMap(({ values }) => values['artist-id'] ?? []))];
}

/** Identifies a credit within its track. The same name cannot appear twice under the same role. */
export const creditName = ({ role, name }: Pick<Credit, 'role' | 'name'>): string =>
  JSON.stringify([role, comparable(visibleName(name))]);

function rejectedWhole(message: string): PreparedCredits {
  return {
    problems: [{ code: 'invalid_value', detail: `extended-credits ${message}.`, pointer: POINTER }],
  };
}

const itemsOf = (sent: readonly unknown[]): Item[] => sent.map(readItem);

function readItem(sent: unknown, index: number): Item {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return { index, values: {}, faults: [{ message: 'must be an object' }] };
  const item = sent as Readonly<Record<string, unknown>>;
  const read = members.map((member) => readMember(member, item[member]));
  return {
    index,
    values: Object.fromEntries(read.flatMap(({ value }) => (value ? [value] : []))),
    faults: read.flatMap(({ fault }) => fault ?? []),
  };
}

function readMember(member: Member, sent: unknown): { value?: [Member, unknown]; fault?: Fault } {
  const result = v.safeParse(schemas[member], sent, { abortPipeEarly: true });
  if (result.success) return { value: [member, result.output] };
  if (sent === undefined) return { fault: { member, message: 'is required', code: 'required' } };
  return { fault: { member, message: result.issues[0].message } };
}

const NAME_REPEATED: Fault = { member: 'name', message: 'is already credited under this role' };

/** An existing credit may be sent again unchanged even if its role is no longer listed. */
function roleFaults(
  { listedRoles, artistRoles }: SentCredits,
  { values }: Item,
  artistOf: ReadonlyMap<string, number | null>,
): Fault[] {
  const { role, name, 'artist-id': artist } = values;
  if (role === undefined || listedRoles.has(role)) return [];
  if (artistRoles.has(role)) return [{ member: 'role', message: `is ${ARTIST_ROLE}` }];
  const isUnchanged =
    name !== undefined && artist !== undefined && artistOf.get(creditName({ role, name })) === artist;
  if (isUnchanged) return [];
  return [
    {
      member: 'role',
      message: `must be a key of /credit-roles${likeRole(role, { listedRoles, artistRoles })}`,
    },
  ];
}

const ARTIST_ROLE = 'an artist role; use track-artists instead';

function likeRole(
  role: string,
  { listedRoles, artistRoles }: Pick<SentCredits, 'listedRoles' | 'artistRoles'>,
) {
  const keys = [...listedRoles, ...artistRoles].map((key) => ({ key, names: [key] }));
  const similar = rowMeant(keys, role)?.key;
  if (similar === undefined) return '';
  return artistRoles.has(similar) ? `; ${similar} is ${ARTIST_ROLE}` : `, such as ${similar}`;
}

function artistFaults({ artists }: SentCredits, { values: { 'artist-id': artist = null } }: Item): Fault[] {
  if (artist === null || artists.has(artist)) return [];
  return [{ member: 'artist-id', message: 'must be the id of one of your artists' }];
}

/** @returns the items whose name already occurred under the same role. */
function repeatedNames(items: readonly Item[]): ReadonlySet<Item> {
  const seen = new Set<string>();
  return new Set(
    items.filter(({ values: { role, name } }) => {
      if (role === undefined || name === undefined) return false;
      const key = creditName({ role, name });
      const isRepeated = seen.has(key);
      seen.add(key);
      return isRepeated;
    }),
  );
}

function problemOf({ index }: Item, { member, message, code = 'invalid_value' }: Fault): Problem {
  const path = member === undefined ? [index] : [index, member];
  return {
    code,
    detail: `extended-credits.${path.join('.')} ${message}.`,
    pointer: [POINTER, ...path].join('/'),
  };
}

type Complete = Omit<Credit, 'position'> & { readonly position: number | null };

function completeCredit({ role, name, 'artist-id': artist = null, position = null }: Item['values']) {
  if (role === undefined || name === undefined) return undefined;
  return { role, name: visibleName(name), 'artist-id': artist, position } satisfies Complete;
}

/** Credits without a position come last in their role, in list order. */
function inOrder(credits: readonly Complete[]): Credit[] {
  const rank = ({ position }: Complete) => position ?? Number.MAX_VALUE;
  return [...Map.groupBy(credits, ({ role }) => role).values()].flatMap((ofRole) =>
    ofRole
      .toSorted((left, right) => rank(left) - rank(right))
      .map((credit, index) => ({ ...credit, position: index + 1 })),
  );
}
