/** Loads and saves records, for the API, queue functions and operator commands. */
import { type Api, keyRowOf } from '../declare/api.ts';
import type { Declared, Fields, Stored, StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { failedConditions } from '../table/commit.ts';
import { readable } from '../table/damaged-rows.ts';
import { newId } from '../table/ids.ts';
import { recordKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { Problems, problem } from '../values/problems.ts';
import { apartNames } from './apart.ts';
import { type Change, type KnownHolders, type Meaning, plan, sharedValues } from './changes.ts';
import { decided } from './decided.ts';
import { type Deciding, deciding, plain } from './deciding.ts';
import { commitWithNotices } from './history-writes.ts';
import { journalWrites } from './journal.ts';
import { knowLayouts, layoutOf } from './layout.ts';
import { unlistedLinks } from './links.ts';
import { outcomeOf, type SaveOutcome } from './outcome.ts';
import { initialFields, recordOf } from './rows.ts';
import { findHolders, unheldFields } from './unique-values.ts';

export interface Store {
  readonly api: Pick<Api, 'resources' | 'keys'>;
  readonly table: Table;
  readonly now: Date;
  /** Writes all or nothing. Requests add the mark of their idempotency key. */
  readonly commit: (writes: readonly Write[]) => Promise<unknown>;
}

/** A store outside of requests. */
export function storeOf(api: Store['api'], { table, now }: Pick<Store, 'table' | 'now'>): Store {
  knowLayouts(api);
  return { api, table, now, commit: (writes) => table.commit(writes) };
}

/**
 * Saves changes in one transaction, which checks what the decision has read (deciding.ts). Records of an older layout are rewritten instead, and the outcome is
 * stale.
 * @param writes other writes of the transaction.
 * @throws Problems that another attempt will not change. @throws TooManyWrites for more than 100 rows.
 */
export async function save(
  store: Store & Deciding,
  changes: readonly Change[],
  writes: readonly Write[] = [],
): Promise<SaveOutcome> {
  const outdated = changes.flatMap(({ resource, before, orphanOf }) =>
    before?.layout !== undefined && before.layout !== layoutOf(resource, keyRowOf(store.api, resource))
      ? [rewrite(plain(store), { resource, before, ...(orphanOf && { orphanOf }) })]
      : [],
  );
  if (outdated.length > 0) return (await Promise.all(outdated)).find(({ is }) => is === 'taken') ?? STALE;
  if (store.reads.isTorn) return STALE;
  const planned = plan(store.api, changes, await holdersFor(plain(store), changes));
  const meanings = new Map<Write, Meaning>(planned.map(({ write, meaning }) => [write, meaning]));
  const all = [
    ...planned.map(({ write }) => write),
    ...writes,
    ...store.reads.checks(),
    ...journalWrites(store.api, changes, store.now),
  ];
  const failed = await failedConditions(commitWithNotices(store, changes, () => store.commit(all)));
  return failed ? outcomeOf(failed, meanings) : { is: 'saved' };
}

const STALE: SaveOutcome = { is: 'stale' };

type Rewritten = Pick<Change, 'resource' | 'orphanOf'> & { readonly before: StoredRecord };

/**
 * Rewrites a record in the current layout, and adds it to link lists and unique values that were declared
 * since. Version and fields stay the same, so there is no event and the ETag does not change.
 */
export async function rewrite(
  store: Store,
  { resource, before: record, ...orphan }: Rewritten,
): Promise<SaveOutcome> {
  const { table, api } = store;
  const row = keyRowOf(api, resource);
  const missing = [
    ...(await unlistedLinks(table, resource, { row, record })),
    ...(await unheldFields(table, resource, { row, record })),
  ];
  const { layout: _, ...current } = record;
  const before = {
    ...current,
    fields: { ...record.fields, ...Object.fromEntries(missing.map((name) => [name, null])) },
  };
  // Do not mark an idempotency key, because the request itself has not been executed yet.
  const apart: Store = { ...store, commit: (writes) => table.commit(writes) };
  return save(deciding(apart), [{ resource, before, after: current, sharing: true, ...orphan }]);
}

async function holdersFor({ api, table }: Store, changes: readonly Change[]): Promise<KnownHolders> {
  const values = sharedValues(api, changes);
  const entries = values.map(async (value) => [value.key.pk, await findHolders(table, value)] as const);
  return new Map(await Promise.all(entries));
}

/** @returns an unsaved record with timestamps. @param fields omitted ones get their initial value. */
export function newRecord<D extends Resource>(
  { now }: Pick<Store, 'now'>,
  resource: D,
  {
    id = newId(now, resource.idSpacing),
    ownerId,
    fields,
  }: { id?: string; ownerId: string; fields: Partial<Fields<D>> },
): Stored<D> {
  const at = now.toISOString();
  const stamps = 'created-at' in resource.attributes ? { 'created-at': at, 'updated-at': at } : {};
  const all = { ...initialFields(resource), ...fields, ...stamps };
  const apart = apartNames(resource).length > 0 ? { apart: [] } : {};
  const record: StoredRecord = { type: resource.type, id, ownerId, version: 1, fields: all, ...apart };
  // Every declared field has a value now.
  return record as Stored<D>;
}

/** @returns the next version of the record. */
export function changed<D extends Resource>(
  { now }: Pick<Store, 'now'>,
  resource: D,
  { before, fields }: { before: Stored<D>; fields: Partial<Fields<D>> },
): Stored<D> {
  const stamp = 'updated-at' in resource.attributes ? { 'updated-at': now.toISOString() } : {};
  return changedUnseen(before, { ...fields, ...stamp });
}

/** @returns the next version of a record. The owner does not see the change: `updated-at` stays. */
export const changedUnseen = <R extends StoredRecord>(before: R, fields: Partial<R['fields']>): R => ({
  ...before,
  version: before.version + 1,
  fields: { ...before.fields, ...fields },
});

/**
 * @param id null or undefined for a link that is not set, which finds nothing.
 * @returns the record of any owner, with strong consistency.
 */
export async function findRecord<D extends Resource>(
  { table }: Pick<Store, 'table'>,
  resource: D,
  id: string | null | undefined,
): Promise<Stored<D> | undefined> {
  const item = id && resource.idPattern.test(id) ? await table.get(recordKey(resource.type, id)) : undefined;
  if (!item) return undefined;
  const [record] = readable(table, [item], (row) => recordOf(resource, row));
  return record;
}

/** @returns existing records of any owner, with strong consistency, without duplicates and in any order. */
export const findRecords = <D extends Resource>(
  { table }: Pick<Store, 'table'>,
  resource: D,
  ids: Iterable<string>,
): Promise<Stored<D>[]> => readRecords(table, resource, { ids, isConsistent: true });

/** Like `findRecords`, but as of a moment ago, for half the units. For what nothing is decided on. */
export const findRecentRecords = <D extends Resource>(
  { table }: Pick<Store, 'table'>,
  resource: D,
  ids: Iterable<string>,
): Promise<Stored<D>[]> => readRecords(table, resource, { ids, isConsistent: false });

async function readRecords<D extends Resource>(
  table: Table,
  resource: D,
  { ids, isConsistent }: { readonly ids: Iterable<string>; readonly isConsistent: boolean },
): Promise<Stored<D>[]> {
  const keys = Array.from(new Set(ids), (id) => recordKey(resource.type, id));
  return readable(table, await table.getMany(keys, isConsistent), (row) => recordOf(resource, row));
}

/** @returns existing records of any owner in the order of the ids, with strong consistency. */
export async function findInOrder<D extends Resource>(
  store: Pick<Store, 'table'>,
  resource: D,
  ids: readonly string[],
): Promise<Stored<D>[]> {
  const records = new Map((await findRecords(store, resource, ids)).map((record) => [record.id, record]));
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** The changed fields of a record, and the other changes and writes of the transaction. */
export interface Decision<D extends Declared> {
  readonly fields?: Partial<Fields<D>>;
  readonly also?: readonly Change[];
  readonly writes?: readonly Write[];
}

/**
 * Loads a record, decides, and saves it. Starts over if the record has changed concurrently.
 * @param decide called for each attempt, with the store for what else it reads. If it returns undefined, nothing
 * is written.
 * @throws unknown_record, and errors of `decide`.
 * @example await changeRecord(store, { resource: labels, id }, () => ({ fields: { name: 'Blue' } }))
 */
export function changeRecord<D extends Resource>(
  unread: Store,
  { resource, id }: { resource: D; id: string },
  decide: (
    before: Stored<D>,
    store: Store & Deciding,
  ) => Decision<D> | undefined | Promise<Decision<D> | undefined>,
): Promise<Stored<D>> {
  return decided(unread, async (store) => {
    const before = await findRecord(store, resource, id);
    if (!before) throw problem('unknown_record', `No ${resource.type} record has the id ${id}.`);
    const decision = await decide(before, store);
    if (!decision) return before;
    const after = changed(store, resource, { before, fields: decision.fields ?? {} });
    const changes = [{ resource, before, after }, ...(decision.also ?? [])];
    const outcome = await save(store, changes, decision.writes);
    if (outcome.is === 'taken') throw new Problems(outcome.problems);
    return outcome.is === 'saved' ? after : 'again';
  });
}
