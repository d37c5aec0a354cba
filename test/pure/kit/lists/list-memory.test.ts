import { afterEach, expect, it } from 'vitest';
import { comparator } from '../../../../shared/kit/lists/compare.ts';
import { forget, inOrder, keep, knownList } from '../../../../shared/kit/lists/list-memory.ts';
import {
  applied,
  emptyState,
  type ListState,
  type StampedChange,
  withOrders,
} from '../../../../shared/kit/lists/list-state.ts';

const listOf = (ownerId: string) => ({ type: 'labels', ownerId, layout: '' });
const OWNERS = ['1', '2', '3', '4'];
const known = (state: ListState, bytesPerEntry = 1) => ({ state, epoch: 'e', position: '', bytesPerEntry });

/** Many are equal, empty or missing. */
const NAMES = ['b', 'B', 'ä', null, undefined, ''] as const;

function changesOf(count: number, { from = 1, version = 1 } = {}): StampedChange[] {
  return Array.from({ length: count }, (_, at) => {
    const name = NAMES[(at * 7 + version) % NAMES.length];
    return {
      id: String(from + at),
      version,
      slim: { rank: at % 5, ...(name !== undefined && { name }) },
      stamp: '',
    };
  });
}

const stateOf = (
  changes: readonly StampedChange[],
  ownerId: string,
  state = withOrders(emptyState, ['name']),
) => applied(state, changes, { list: listOf(ownerId), since: '' });

afterEach(() => {
  for (const owner of OWNERS) forget(listOf(owner));
});

const remembered = () => OWNERS.filter((owner) => knownList(listOf(owner)));

it('recently used lists are kept in memory, up to 150 MB', () => {
  const state = stateOf(changesOf(10), '1');
  for (const owner of ['1', '2']) keep(listOf(owner), known(state, 6e6));
  keep(listOf('1'), known(state, 6e6));
  keep(listOf('3'), known(state, 6e6));
  expect(remembered()).toEqual(['1', '3']);
  keep(listOf('4'), known(state, 16e6));
  expect(remembered()).not.toContain('4');
});

it('entries added to a list since its snapshot count', () => {
  const small = stateOf(changesOf(10), '1');
  for (const owner of ['1', '2']) keep(listOf(owner), known(small, 5e6));
  expect(remembered()).toEqual(['1', '2']);
  keep(listOf('2'), known(stateOf(changesOf(15, { from: 11 }), '2', small), 5e6));
  expect(remembered()).toEqual(['2']);
});

it('a long list is sorted as a whole, in part and after changes', () => {
  const whole = stateOf(changesOf(1500), '1');
  keep(listOf('1'), known(whole));
  const changedSince = stateOf(changesOf(5, { from: 3, version: 2 }), '1', whole);
  const copies = whole.entries.map((entry) => ({ ...entry }));
  const lists = {
    whole: whole.entries,
    part: whole.entries.filter((_, at) => at % 4 > 0),
    reversed: whole.entries.toReversed(),
    'changed since': changedSince.entries,
    copies,
    'of another owner': stateOf(changesOf(1500), '2').entries,
    'twice the same': [...whole.entries, ...whole.entries.slice(0, 3)],
  };
  const sorts = [['name'], ['name', 'rank'], ['rank']];
  for (const [about, entries] of Object.entries(lists))
    for (const fields of sorts)
      for (const descending of [true, false]) {
        const sort = fields.map((field) => ({ field, descending }));
        const ids = (some: ListState['entries']) => some.map(({ id }) => id);
        expect(ids(inOrder(entries, sort)), `${about} by ${fields}, ${descending}`).toEqual(
          ids(entries.toSorted(comparator(sort))),
        );
      }
});
