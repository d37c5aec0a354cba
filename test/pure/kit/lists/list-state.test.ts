import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparator } from '../../../../shared/kit/lists/compare.ts';
import {
  applied,
  emptyState,
  type ListState,
  type StampedChange,
  withOrders,
} from '../../../../shared/kit/lists/list-state.ts';
import { decoded, encoded } from '../../../../shared/kit/lists/snapshot-format.ts';
import { checkProperty } from '../../../support/check-property.ts';

const list = { type: 'labels', ownerId: '5' };
const WINDOW = 30;
const iso = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

interface Change {
  readonly id: number;
  readonly isDeletion: boolean;
  readonly name: string | null;
  /** Seconds from its stamp until readers see it, and until the next change. */
  readonly lasts: number;
  readonly pause: number;
}

/** Changes in the order in which they become visible, with the versions of their records. */
function history(changes: readonly Change[]) {
  const versions = new Map<number, number>();
  const gone = new Set<number>();
  let at = 100;
  return changes.flatMap(({ id, isDeletion, name, lasts, pause }) => {
    if (gone.has(id)) return [];
    at += pause;
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    if (isDeletion) gone.add(id);
    const slim = isDeletion ? null : { '~': 'layout', name, number: version };
    const change: StampedChange = {
      id: String(id),
      version,
      slim,
      stamp: `${iso(at - lasts)}#${id}.${version}`,
    };
    return [{ at, change }];
  });
}

function expected(visible: readonly StampedChange[]): string[] {
  const newest = new Map(visible.map((each) => [each.id, each]));
  return [...newest.values()].flatMap(({ id, version, slim }) =>
    slim ? [`${id} ${version} ${slim['name']}`] : [],
  );
}

const shown = ({ entries }: ListState) =>
  entries.map(({ id, revision, fields }) => `${id} ${revision} ${fields['name']}`);

const change: fc.Arbitrary<Change> = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  isDeletion: fc.boolean(),
  name: fc.option(fc.constantFrom('Amber', 'amber', 'Élan', 'Zed', '')),
  lasts: fc.integer({ min: 0, max: WINDOW - 1 }),
  pause: fc.integer({ min: 0, max: 20 }),
});

it('rereading rows since the position yields the newest version of each entry', async () => {
  const property = fc.asyncProperty(
    fc.array(change, { maxLength: 60 }),
    fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
    async (changes, pauses) => {
      const all = history(changes);
      let state = withOrders(emptyState, ['name', 'number']);
      let position = '';
      let now = 100;
      for (const pause of [...pauses, 2000]) {
        now += pause;
        const visible = all.filter(({ at }) => at <= now).map((each) => each.change);
        const read = visible.filter(({ stamp }) => stamp >= position);
        position = iso(now - WINDOW);
        state = applied(state, read, { list, since: iso(now - 2 * WINDOW) });
        expect(shown(state).toSorted()).toEqual(expected(visible).toSorted());
        // A snapshot in between changes nothing.
        const content = await decoded(list, await encoded(state));
        expect(content.state).toEqual(state);
        if (pause % 2 === 0) state = content.state;
        for (const [field, order] of state.orders)
          expect(order).toEqual(state.entries.toSorted(comparator([{ field, descending: false }])));
      }
    },
  );
  await checkProperty(property, { runs: 200 });
});

it('content that is not a snapshot is rejected', async () => {
  await expect(decoded(list, Buffer.from('not compressed'))).rejects.toThrow();
});

it('a snapshot has exact ids, and null for missing fields', async () => {
  const ids = ['1', '999', String(2 ** 53 - 257), String(2 ** 53 - 2), String(2 ** 53 - 1)];
  const fields = [{ name: 'A' }, {}, { name: null }, { name: '' }, { other: ['x', { y: null }] }];
  const changes = ids.map((id, at) => ({
    id,
    version: at,
    slim: { '~': 'layout', ...fields[at] },
    stamp: iso(0),
  }));
  const state = withOrders(applied(emptyState, changes, { list, since: '' }), ['name']);
  const { entries, orders } = (await decoded(list, await encoded(state))).state;
  expect(entries.map(({ id }) => id)).toEqual(ids);
  expect(entries.map((entry) => entry.fields)).toEqual([
    { name: 'A', other: null },
    { name: null, other: null },
    { name: null, other: null },
    { name: '', other: null },
    { name: null, other: ['x', { y: null }] },
  ]);
  for (const descending of [true, false]) {
    const order = comparator([{ field: 'name', descending }]);
    const idsOf = (some: ListState['entries']) => some.toSorted(order).map(({ id }) => id);
    expect(idsOf(entries)).toEqual(idsOf(state.entries));
  }
  expect(orders.get('name')?.map(({ id }) => id)).toEqual(state.orders.get('name')?.map(({ id }) => id));
});
