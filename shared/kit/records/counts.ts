/** Counts the records that link to a record. Their writes update the counts in its row. */
import { type Api, keyRowOf } from '../declare/api.ts';
import type { Declared, ShownRecord, StoredRecord } from '../declare/fields.ts';
import type { Relationship } from '../declare/relationship.ts';
import type { Resource } from '../declare/resource.ts';
import { type Condition, equal, rowExists } from '../table/expressions.ts';
import type { Key, KeyRow, Link } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import type { Problem } from '../values/problems.ts';
import { counterName, isSpread } from './links.ts';

/** A count of the records that link to a record. A tally counts only those that satisfy a condition. */
export interface Counter {
  /** Name in the counts of the row: `<type>.<relationship>`, with `.<tally>` for a tally. */
  readonly name: string;
  /** The counted relationship of the linking type. */
  readonly link: string;
  readonly relationship: Relationship;
  /** Whether the row also counts how often a record was added or removed. */
  readonly isFollowed: boolean;
  /** The condition of a tally. */
  readonly holds: ((fields: StoredRecord['fields']) => boolean) | undefined;
}

const tallyName = (counter: string, tally: string): string => `${counter}.${tally}`;
const changesName = (counter: string): string => `${counter}.changes`;

const isCounted = ({ counted }: Relationship, link: { readonly max?: number } | undefined): boolean =>
  counted || (link !== undefined && isSpread(link));

export const countersOn = (api: Pick<Api, 'resources' | 'keys'>, type: string): Counter[] =>
  api.resources.flatMap((resource) =>
    countersOf(api, resource).filter(({ relationship }) => relationship.type === type),
  );

/** @returns the counters on other records that this type updates. */
export const countersOf = (api: Pick<Api, 'keys'>, resource: Resource): Counter[] =>
  Object.entries(resource.relationships).flatMap(([name, relationship]) => {
    const link: Link | undefined = keyRowOf(api, resource).links?.[name];
    if (!relationship.kept) return [];
    const isFollowed = link !== undefined && isSpread(link);
    const whole = {
      name: counterName(resource.type, name),
      link: name,
      relationship,
      isFollowed,
      holds: undefined,
    };
    const tallies = Object.entries(link?.tallies ?? {}).map(([tally, holds]) => ({
      ...whole,
      name: tallyName(whole.name, tally),
      isFollowed: false,
      holds,
    }));
    return isCounted(relationship, link) ? [whole, ...tallies] : tallies;
  });

export const zeroCounts = (counters: readonly Counter[]): Record<string, number> =>
  Object.fromEntries(counters.map(({ name }) => [name, 0]));

type Counts = Pick<ShownRecord, 'counts'>;

/**
 * @returns the count in a record. It is 0 if the record is not saved yet, or was saved before the counter was
 * declared and nothing has linked to it since.
 */
export const countIn = ({ counts = {} }: Counts, name: string): number => counts[name] ?? 0;

const countIs = (name: string, value: number): Condition => {
  const path = ['counts', name] as const;
  return value === 0 ? { any: [{ missing: path }, equal(path, 0)] } : equal(path, value);
};

/** The counts of rows that decisions have read, and what takes the condition that a count is the same. */
const decidedOn = new WeakMap<object, NoteCount>();

type NoteCount = (name: string, condition: Condition) => void;

/** @param note called for each count on which something is decided from now on. */
export const noteCounts = (counts: object, note: NoteCount): void => {
  decidedOn.set(counts, note);
};

export const isZero = ({ name }: Pick<Counter, 'name'>): Condition => countIs(name, 0);

/** A counter on records of the type `T`, for rules. */
export interface CounterOn<T extends string> {
  readonly name: string;
  /** A decision that reads it fails if it has changed since. */
  of(record: Counts & { readonly type: T }): number;
  /** The condition that the count has not changed since the record was read. */
  unchanged(record: Counts & { readonly type: T }): Condition;
  /**
   * For a decision on which records link to this one: its write fails if one was added or removed since, which costs
   * nothing beside the record. Only long lists are followed.
   */
  holdMembers(record: Counts & { readonly type: T }): void;
}

/** @returns the count, which a decision holds from now on. */
function decisive(record: Counts, name: string): number {
  const value = countIn(record, name);
  if (record.counts) decidedOn.get(record.counts)?.(name, countIs(name, value));
  return value;
}

const counterNamed = <T extends string>(name: string, isFollowed: boolean): CounterOn<T> => ({
  name,
  of: (record) => decisive(record, name),
  holdMembers(record) {
    if (!isFollowed) throw new Error(`Changes of ${name} are not counted.`);
    decisive(record, changesName(name));
  },
  unchanged: (record) => countIs(name, countIn(record, name)),
});

/** @returns a count of something else than records. What is counted writes it, with `countWrite`. */
export const countNamed = <T extends string>(name: string): CounterOn<T> => counterNamed<T>(name, false);

type TallyOf<K, T extends string, L extends string> =
  K extends Readonly<Record<T, { links: Readonly<Record<L, { tallies: infer Tallies }>> }>>
    ? Extract<keyof Tallies, string>
    : never;

/**
 * @param keys the key rows that declare the tallies.
 * @returns a function that makes the counter of a relationship, or of one of its tallies.
 * @example
 * const link = { max: 1000, tallies: { songs: () => true } };
 * const counter = countersIn({ 'album-tracks': { links: { album: link } } });
 * const songs = counter(albumTracks, 'album', 'songs');
 * if (songs.of(album) === 0) throw problem('album_without_songs');
 */
export const countersIn =
  <const K extends Readonly<Record<string, KeyRow>>>(keys: K) =>
  <D extends Declared, L extends Extract<keyof D['relationships'], string>>(
    { type, relationships }: D,
    link: L,
    tally?: TallyOf<K, D['type'], L>,
  ): CounterOn<NonNullable<D['relationships'][L]>['type']> => {
    const relationship = relationships[link];
    const isDeclared =
      tally !== undefined || (relationship && isCounted(relationship, keys[type]?.links?.[link]));
    if (!isDeclared) throw new Error(`${type}.${link} is not counted.`);
    const name = counterName(type, link);
    const linked = keys[type]?.links?.[link];
    if (tally !== undefined) return counterNamed(tallyName(name, tally), false);
    return counterNamed(name, linked !== undefined && isSpread(linked));
  };

/** @returns a write that changes the count of a record. It fails if the record does not exist. */
export const countWrite = (
  record: Key,
  { name, isFollowed }: Pick<Counter, 'name'> & Partial<Pick<Counter, 'isFollowed'>>,
  by: 1 | -1,
): Write => ({
  update: record,
  with: [
    { add: ['counts', name], by },
    ...(isFollowed ? ([{ add: ['counts', changesName(name)], by: 1 }] as const) : []),
  ],
  condition: rowExists,
});

/** @returns the links that prevent the deletion of the record, as last read. */
export const deletionProblems = (
  api: Pick<Api, 'resources' | 'keys'>,
  { resource, before }: { resource: Resource; before: StoredRecord },
): Problem[] =>
  countersOn(api, resource.type).flatMap((counter) => {
    const problem = blockedBy(counter);
    return problem && countIn(before, counter.name) > 0 ? [problem] : [];
  });

/** @returns why the count prevents deletion. Tallies do not, as another counter has their records. */
export const blockedBy = ({ holds, relationship }: Counter): Problem | null =>
  holds === undefined ? relationship.blocksDeletion : null;

/** @returns the ids of the records whose counter includes this record. */
export const countedIds = (record: StoredRecord | undefined, { link, holds }: Counter): string[] =>
  record && (holds?.(record.fields) ?? true) ? linkedIds(record, link) : [];

/** @returns the ids that the record stores for the relationship. */
export const linkedIds = (record: StoredRecord | undefined, relationship: string): string[] =>
  [record?.fields[relationship] ?? []].flat().map(String);
