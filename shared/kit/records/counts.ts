/** Counts of the records that link to a record, kept on its row by the writes of those records. */
import type { Api } from '../declare/api.ts';
import type { StoredRecord } from '../declare/fields.ts';
import type { Relationship } from '../declare/relationship.ts';
import type { Resource } from '../declare/resource.ts';
import { type Condition, rowExists } from '../table/expressions.ts';
import type { Key, Link } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import type { Problem } from '../values/problems.ts';
import { counterName, isSpread } from './links.ts';

/** What a record counts of the records that link to it: all of them, or a tally of those for which something holds. */
export interface Counter {
  /** `<type>.<relationship>`, for a tally with `.<tally>`: its name in the counts of the row. */
  readonly name: string;
  /** The counted relationship of the linking type. */
  readonly link: string;
  readonly relationship: Relationship;
  /** Whether a linking record counts. Undefined: all do. */
  readonly holds: ((fields: StoredRecord['fields']) => boolean) | undefined;
}

const isCounted = ({ counted }: Relationship, link: { readonly max?: number } | undefined): boolean =>
  counted || (link !== undefined && isSpread(link));

/** @returns the counters that other types keep on the records of this one. */
export const countersOn = (api: Pick<Api, 'resources' | 'keys'>, type: string): Counter[] =>
  api.resources.flatMap((resource) =>
    countersOf(api, resource).filter(({ relationship }) => relationship.type === type),
  );

/** @returns the counters that the records of a type keep on others. */
export const countersOf = ({ keys }: Pick<Api, 'keys'>, { type, relationships }: Resource): Counter[] =>
  Object.entries(relationships).flatMap(([name, relationship]) => {
    const link: Link | undefined = keys[type]?.links?.[name];
    if (!relationship.kept) return [];
    const whole = { name: counterName(type, name), link: name, relationship, holds: undefined };
    const tallies = Object.entries(link?.tallies ?? {}).map(([tally, holds]) => ({
      ...whole,
      name: `${whole.name}.${tally}`,
      holds,
    }));
    return isCounted(relationship, link) ? [whole, ...tallies] : tallies;
  });

export const zeroCounts = (counters: readonly Counter[]): Record<string, number> =>
  Object.fromEntries(counters.map(({ name }) => [name, 0]));

/** Nothing is counted there. */
export const isZero = ({ name }: Pick<Counter, 'name'>): Condition => ({
  any: [{ missing: ['counts', name] }, { path: ['counts', name], is: '=', value: 0 }],
});

/** @returns the write that counts one more, or one less, on a record, which must exist. */
export const countWrite = (record: Key, counter: string, by: 1 | -1): Write => ({
  update: record,
  with: [{ add: ['counts', counter], by }],
  condition: rowExists,
});

/** @returns why a record cannot be deleted, as last read: what links to it. */
export const deletionProblems = (
  api: Pick<Api, 'resources' | 'keys'>,
  { resource, before }: { resource: Resource; before: StoredRecord },
): Problem[] =>
  countersOn(api, resource.type).flatMap((counter) => {
    const { name, relationship } = counter;
    const { blocksDeletion } = relationship;
    return blocks(counter) && blocksDeletion && (before.counts?.[name] ?? 0) > 0 ? [blocksDeletion] : [];
  });

/** Whether records cannot be deleted while anything is counted there. A tally counts what is counted already. */
export const blocks = ({ holds, relationship }: Counter): boolean =>
  holds === undefined && relationship.blocksDeletion !== null;

/** @returns the ids of the records that count a record. */
export const countedIds = (record: StoredRecord | undefined, { link, holds }: Counter): string[] =>
  record && (holds?.(record.fields) ?? true) ? linkedIds(record, link) : [];

/** @returns the ids a record links by a relationship that it keeps. */
export const linkedIds = (record: StoredRecord | undefined, relationship: string): string[] =>
  [record?.fields[relationship] ?? []].flat().map(String);
