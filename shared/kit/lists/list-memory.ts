/** The lists that a function has read: the most recently used ones up to 150 MB, and which ones are short. */
import { once } from '../../platform/once.ts';
import type { Entry } from '../declare/fields.ts';
import { comparator, type Sort } from './compare.ts';
import type { List, ListState } from './list-state.ts';

export interface KnownList {
  readonly state: ListState;
  /** The epoch of the snapshot. */
  readonly epoch: string;
  /** Everything that was stamped before this time has been applied. */
  readonly position: string;
  /** Bytes of the snapshot for each entry. Entries that were added since count as much. */
  readonly bytesPerEntry: number;
}

const MAX_BYTES = 150_000_000;

const memory = /* @__PURE__ */ once(() => new Map<string, KnownList>());

const nameOf = ({ type, ownerId }: Pick<List, 'type' | 'ownerId'>): string => `${type}#${ownerId}`;

export const knownList = (list: List): KnownList | undefined => memory().get(nameOf(list));

export function forget(list: List): void {
  memory().delete(nameOf(list));
  withoutSnapshot().delete(nameOf(list));
}

/** When lists without a snapshot were read, which are short. */
const withoutSnapshot = /* @__PURE__ */ once(() => new Map<string, number>());
const MAX_WITHOUT = 5000;
/** For this time, a list that had no snapshot is read from the index without looking for one. */
const WITHOUT_MS = 60_000;

export const isWithoutSnapshot = (list: List): boolean =>
  (withoutSnapshot().get(nameOf(list)) ?? 0) > Date.now() - WITHOUT_MS;

export function keepWithoutSnapshot(list: List): void {
  const lists = withoutSnapshot();
  if (lists.size >= MAX_WITHOUT) lists.clear();
  lists.set(nameOf(list), Date.now());
}

/** @returns its entries. */
export function keep(list: List, known: KnownList): ListState['entries'] {
  forget(list);
  memory().set(nameOf(list), known);
  let bytes = 0;
  for (const [name, each] of [...memory()].reverse()) {
    bytes += each.bytesPerEntry * each.state.entries.length;
    if (bytes > MAX_BYTES) memory().delete(name);
  }
  return known.state.entries;
}

/** @returns the entries in order. Sorting a hundred thousand takes a second, so known orders are used. */
export function inOrder<E extends Entry>(entries: readonly E[], sort: readonly Sort[]): readonly E[] {
  return knownOrder(entries, sort) ?? entries.toSorted(comparator(sort));
}

/** Fewer entries are sorted faster than found in a known order. */
const MIN_ENTRIES = 1000;
const MAX_SHARE = 50;

function knownOrder<E extends Entry>(entries: readonly E[], sort: readonly Sort[]): readonly E[] | undefined {
  const [first] = entries;
  const [sortBy, ...others] = sort;
  if (!first || !sortBy || others.length > 0 || entries.length < MIN_ENTRIES) return undefined;
  const state = memory().get(nameOf(first))?.state;
  const whole: readonly Entry[] = state?.entries ?? [];
  const order = state?.orders.get(sortBy.field);
  if (!order || order.length > entries.length * MAX_SHARE) return undefined;
  const isWhole = entries.length === order.length && entries.every((each, at) => each === whole[at]);
  const entrySet = new Set<Entry>(isWhole ? [] : entries);
  // The same objects, unless the list has changed since.
  const ordered = (isWhole
    ? order
    : order.filter((entry) => entrySet.has(entry))) as readonly Entry[] as readonly E[];
  if (ordered.length !== entries.length) return undefined;
  return sortBy.descending ? descending(ordered, sortBy.field) : ordered;
}

/** Equal values stay in the order of their ids. */
function descending<E extends Entry>(ascending: readonly E[], field: string): readonly E[] {
  const all: E[] = [];
  let end = ascending.length;
  while (end > 0) {
    const valueAt = (at: number) => ascending[at]?.fields[field] ?? null;
    let start = end - 1;
    while (start > 0 && valueAt(start - 1) === valueAt(end - 1)) start -= 1;
    all.push(...ascending.slice(start, end));
    end = start;
  }
  return all;
}
