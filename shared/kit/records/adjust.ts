/** Changes fields of a record without reading it first. For counts with many concurrent writers. */
import { keyRowOf } from '../declare/api.ts';
import type { Fields, Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { ConditionsFailed } from '../table/commit.ts';
import type { Assignment, Condition } from '../table/expressions.ts';
import { type KeyRow, recordKey, sortableId } from '../table/keys.ts';
import { listKeyOf, lookupIndexOf } from '../table/lookup-keys.ts';
import type { Table } from '../table/table.ts';
import { isOfLayout, isOutdated, pathOf, recordOf } from './rows.ts';
import { rewrite, type Store, storeOf } from './store.ts';

type Name<D extends Resource> = Extract<keyof Fields<D>, string>;

export interface Adjustment<D extends Resource> {
  readonly set?: Partial<Fields<D>>;
  readonly add?: { readonly [N in Name<D>]?: number };
  /** The list of its key row in which the record is from then on; null for none. Otherwise it stays in its list. */
  readonly list?: string | null;
  readonly when: readonly { readonly field: Name<D>; readonly is: '=' | '>'; readonly value: unknown }[];
}

/** The adjusted record, or the current one (undefined if it does not exist) if a condition failed. */
export type Adjusted<D extends Resource> =
  | { readonly record: Stored<D> }
  | { readonly current: Stored<D> | undefined };

/**
 * Increments the version, so that writes based on an earlier read start over.
 * @throws Error if changes of the type are journaled, because the journal would lack this one.
 * @example await adjust(table, { api, resource, id }, { add: { 'consecutive-failures': 1 }, when: [] })
 */
export async function adjust<D extends Resource>(
  table: Table,
  { api, resource, id }: { api: Store['api']; resource: D; id: string },
  adjustment: Adjustment<D>,
): Promise<Adjusted<D>> {
  const { set = {}, add = {}, list, when } = adjustment;
  const row = keyRowOf(api, resource);
  if (row.journaled) throw new Error(`A change of ${resource.type} must be saved, so that it is journaled.`);
  const path = (field: string) => pathOf<Resource>(resource, row, field);
  const conditions = when.map(({ field, is, value }): Condition => ({ path: path(field), is, value }));
  const sets = Object.entries(set).map(([field, value]) => ({ set: path(field), to: value }));
  const adds = Object.entries(add).map(([field, by]) => ({ add: path(field), by: Number(by) }));
  const write = {
    update: recordKey(resource.type, id),
    with: [...sets, ...adds, ...listed(resource, row, { id, list }), { add: 'version', by: 1 }],
    condition: { all: [isOfLayout(resource, row), ...conditions] } as const,
  };
  try {
    const item = await table.commit([write], { returning: 'new' });
    return item ? { record: recordOf(resource, item) } : { current: undefined };
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [item] = error.failed.values();
    if (item && isOutdated(resource, row, item)) {
      // An older layout has its fields elsewhere in the row.
      await rewrite(storeOf(api, { table, now: new Date() }), { resource, before: recordOf(resource, item) });
      return adjust(table, { api, resource, id }, adjustment);
    }
    return { current: item && recordOf(resource, item) };
  }
}

function listed(
  resource: Resource,
  row: KeyRow,
  { id, list }: { id: string; list: string | null | undefined },
): Assignment[] {
  const index = lookupIndexOf(row);
  if (list === undefined || !index) return [];
  if (list === null) return [{ remove: index.partitionKey }, { remove: index.sortKey }];
  return [
    { set: index.partitionKey, to: listKeyOf(resource.type, list, id) },
    { set: index.sortKey, to: sortableId(id) },
  ];
}
