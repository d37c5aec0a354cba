/** Counts of the records that link to a record, kept on its row by the writes of those records. */
import type { Api } from '../api/define/api.ts';
import type { StoredRecord } from '../api/define/fields.ts';
import type { Relationship } from '../api/define/relationship.ts';
import type { Resource } from '../api/define/resource.ts';
import type { Problem } from '../domain/problems.ts';
import type { Condition } from '../table/expressions.ts';
import { counterName, isSpread } from './links.ts';

/** A counted relationship to a type. */
export interface Counter {
  /** `<type>.<relationship>`: its name in the counts of the row. */
  readonly name: string;
  readonly relationship: Relationship;
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
    const link = keys[type]?.links?.[name];
    if (!relationship.kept || !isCounted(relationship, link)) return [];
    return [{ name: counterName(type, name), relationship }];
  });

export const zeroCounts = (counters: readonly Counter[]): Record<string, number> =>
  Object.fromEntries(counters.map(({ name }) => [name, 0]));

/** Nothing is counted there. */
export const isZero = ({ name }: Counter): Condition => ({
  any: [{ missing: ['counts', name] }, { path: ['counts', name], is: '=', value: 0 }],
});

/** @returns why a record cannot be deleted, as last read: what links to it. */
export const deletionProblems = (
  api: Pick<Api, 'resources' | 'keys'>,
  { resource, before }: { resource: Resource; before: StoredRecord },
): Problem[] =>
  countersOn(api, resource.type).flatMap(({ name, relationship: { blocksDeletion } }) =>
    blocksDeletion && (before.counts?.[name] ?? 0) > 0 ? [blocksDeletion] : [],
  );

/** @returns the ids a record links by a relationship that it keeps. */
export const linkedIds = (record: StoredRecord | undefined, relationship: string): string[] =>
  [record?.fields[relationship] ?? []].flat().map(String);
