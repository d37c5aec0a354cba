/** The entries of a list, and how changes are applied to them. Pure. */
import type { Entry } from '../declare/fields.ts';
import type { RecordSource } from '../declare/record-source.ts';
import type { Resource } from '../declare/resource.ts';
import type { EntryChange } from '../records/journal.ts';
import { layoutOf } from '../records/layout.ts';
import { fieldsIn } from '../records/rows.ts';
import type { KeyRow } from '../table/keys.ts';
import { comparator, compareIds } from './compare.ts';

/** The records of an owner and type. */
export interface List {
  readonly type: string;
  readonly ownerId: string;
  /** The current layout of its entries. */
  readonly layout: string;
}

/** A list whose records and index can be read. */
export interface RecordList<D extends Resource = Resource> extends List {
  readonly resource: D;
  readonly row: KeyRow;
  /** The source of records that are packed into other rows. */
  readonly source?: RecordSource | undefined;
}

export const recordList = <D extends Resource>(
  resource: D,
  { row, source }: Pick<RecordList, 'row' | 'source'>,
  ownerId: string,
): RecordList<D> => ({
  type: resource.type,
  ownerId,
  layout: layoutOf(resource, row),
  resource,
  row,
  source,
});

export interface Listed extends Entry {
  /** Version of the record from which the entry is. */
  readonly revision: number;
}

/** A deletion. It is remembered while rows with earlier versions can be read again. */
interface Gone {
  readonly id: string;
  readonly version: number;
  /** ISO 8601, as the stamp of the row. */
  readonly at: string;
}

/** Never changed, so that a request can go on with what it has read. */
export interface ListState {
  /** By id. */
  readonly entries: readonly Listed[];
  readonly gone: readonly Gone[];
  /** The entries in ascending order of a field. */
  readonly orders: ReadonlyMap<string, readonly Listed[]>;
}

export interface StampedChange extends EntryChange {
  /** Sort key of its row, which begins with the stamp. */
  readonly stamp: string;
}

export const emptyState: ListState = { entries: [], gone: [], orders: new Map() };

/**
 * Applies changes in the order of their versions. Changes that are known, or older than what is known, have
 * no effect.
 * @param since deletions before this time are forgotten.
 */
export function applied(
  state: ListState,
  changes: readonly StampedChange[],
  { list, since }: { list: Pick<List, 'type' | 'ownerId'>; since: string },
): ListState {
  const newest = new Map<string, StampedChange>();
  for (const change of changes)
    if (change.version > (newest.get(change.id)?.version ?? -1)) newest.set(change.id, change);
  const gone = new Map(state.gone.map((each) => [each.id, each]));
  const removed = new Set<Listed>();
  const added: Listed[] = [];
  for (const { id, version, slim, stamp } of newest.values()) {
    const current = entryWith(state.entries, id);
    if (version <= (current?.revision ?? gone.get(id)?.version ?? -1)) continue;
    if (current) removed.add(current);
    if (slim) added.push(listedEntry(list, { id, version, fields: fieldsIn(slim) }));
    else gone.set(id, { id, version, at: stamp });
  }
  const remembered = [...gone.values()].filter(({ at }) => at >= since);
  if (removed.size === 0 && added.length === 0) return { ...state, gone: remembered };
  const changed = (entries: readonly Listed[], order: ReturnType<typeof comparator>) =>
    merged(
      entries.filter((each) => !removed.has(each)),
      added.toSorted(order),
      order,
    );
  const orders = Array.from(
    state.orders,
    ([field, entries]) => [field, changed(entries, ascending(field))] as const,
  );
  return { entries: changed(state.entries, byId), gone: remembered, orders: new Map(orders) };
}

/** @returns the state with the entries in the order of these fields. */
export const withOrders = (state: ListState, fields: readonly string[]): ListState => ({
  ...state,
  orders: new Map(
    fields.map((field) => [field, state.orders.get(field) ?? state.entries.toSorted(ascending(field))]),
  ),
});

export const listedEntry = (
  { type, ownerId }: Pick<List, 'type' | 'ownerId'>,
  { id, version, fields }: { id: string; version: number; fields: Entry['fields'] },
): Listed => ({ type, id, ownerId, fields, revision: version });

const byId = comparator([]);

const ascending = (field: string) => comparator([{ field, descending: false }]);

type Order = (left: Listed, right: Listed) => number;

/** Comparing texts is slow, so the places of the few on the right are searched. */
function merged(left: readonly Listed[], right: readonly Listed[], order: Order): readonly Listed[] {
  if (right.length === 0) return left;
  const all: Listed[] = [];
  let from = 0;
  for (const each of right) {
    const to = indexIn(left, (other) => order(other, each) < 0, from);
    for (const before of left.slice(from, to)) all.push(before);
    from = to;
    all.push(each);
  }
  return [...all, ...left.slice(from)];
}

/** @returns the place of the first entry that is not before, by binary search. */
function indexIn(entries: readonly Listed[], isBefore: (entry: Listed) => boolean, start = 0): number {
  let from = start;
  let to = entries.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const entry = entries[middle];
    if (entry && isBefore(entry)) from = middle + 1;
    else to = middle;
  }
  return from;
}

export function entryWith(entries: readonly Listed[], id: string): Listed | undefined {
  const entry = entries[indexIn(entries, (each) => compareIds(each.id, id) < 0)];
  return entry?.id === id ? entry : undefined;
}
