/** Counts the records that link to a record. Their writes update the counts in its row. */
import { type Api, keyRowOf } from '../declare/api.ts';
import type { StoredRecord } from '../declare/fields.ts';
import type { Relationship } from '../declare/relationship.ts';
import type { Resource } from '../declare/resource.ts';
import { type Condition, rowExists } from '../table/expressions.ts';
import type { Key, Link } from '../table/keys.ts';
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
  /** The condition of a tally. */
  readonly holds: ((fields: StoredRecord['fields']) => boolean) | undefined;
}

const isCounted = ({ counted }: Relationship, link: { readonly max?: number } | undefined): boolean =>
  counted || (link !== undefined && isSpread(link));

/** @returns the counters on records of this type. */
export const countersOn = (api: Pick<Api, 'resources' | 'keys'>, type: string): Counter[] =>
  api.resources.flatMap((resource) =>
    countersOf(api, resource).filter(({ relationship }) => relationship.type === type),
  );

/** @returns the counters on other records that this type updates. */
export const countersOf = (api: Pick<Api, 'keys'>, resource: Resource): Counter[] =>
  Object.entries(resource.relationships).flatMap(([name, relationship]) => {
    const link: Link | undefined = keyRowOf(api, resource).links?.[name];
    if (!relationship.kept) return [];
    const whole = { name: counterName(resource.type, name), link: name, relationship, holds: undefined };
    const tallies = Object.entries(link?.tallies ?? {}).map(([tally, holds]) => ({
      ...whole,
      name: `${whole.name}.${tally}`,
      holds,
    }));
    return isCounted(relationship, link) ? [whole, ...tallies] : tallies;
  });

export const zeroCounts = (counters: readonly Counter[]): Record<string, number> =>
  Object.fromEntries(counters.map(({ name }) => [name, 0]));

export const isZero = ({ name }: Pick<Counter, 'name'>): Condition => ({
  any: [{ missing: ['counts', name] }, { path: ['counts', name], is: '=', value: 0 }],
});

/** @returns a write that changes the count of a record. It fails if the record does not exist. */
export const countWrite = (record: Key, counter: string, by: 1 | -1): Write => ({
  update: record,
  with: [{ add: ['counts', counter], by }],
  condition: rowExists,
});

/** @returns the links that prevent the deletion of the record, as last read. */
export const deletionProblems = (
  api: Pick<Api, 'resources' | 'keys'>,
  { resource, before }: { resource: Resource; before: StoredRecord },
): Problem[] =>
  countersOn(api, resource.type).flatMap((counter) => {
    const problem = blockedBy(counter);
    return problem && (before.counts?.[counter.name] ?? 0) > 0 ? [problem] : [];
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
