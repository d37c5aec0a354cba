/** Several writes to one row, merged into one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Assignment, equal, rowExists, rowMissing } from '../../../../shared/kit/table/expressions.ts';
import type { Key } from '../../../../shared/kit/table/keys.ts';
import { mergeWrites, TooManyWrites } from '../../../../shared/kit/table/merge.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import type { Write } from '../../../../shared/kit/table/write.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { withTable } from '../../../support/table.ts';

withTable();

const key = { pk: 'a', sk: '#' };
const other = { pk: 'a', sk: 'b' };
const merged = (...writes: Write[]) => mergeWrites(writes).map(({ write }) => write);

describe('writes to one row', () => {
  it('are merged into one, and those to different rows are not', () => {
    expect(merged({ delete: key }, { delete: other })).toHaveLength(2);
    expect(merged({ check: key, condition: rowExists }, { delete: key })).toEqual([
      { delete: key, condition: rowExists },
    ]);
  });

  it('keep all their conditions, without duplicates', () => {
    const check = (value: number): Write => ({ check: key, condition: equal('version', value) });
    expect(merged(check(1), check(1))).toEqual([check(1)]);
    expect(merged(check(1), check(2))).toEqual([
      { check: key, condition: { all: [equal('version', 1), equal('version', 2)] } },
    ]);
  });

  it('name the writes from which they were merged', () => {
    const writes: Write[] = [
      { check: key, condition: rowExists },
      { delete: other },
      { update: key, with: [] },
    ];
    expect(mergeWrites(writes).map(({ from }) => from)).toEqual([[writes[0], writes[2]], [writes[1]]]);
  });

  it('add up their additions, and set the same value once', () => {
    const add = (by: number): Write => ({ update: key, with: [{ add: ['counts', 'n'], by }] });
    expect(merged(add(1), add(-3))).toEqual([{ update: key, with: [{ add: ['counts', 'n'], by: -2 }] }]);
    const set: Write = { update: key, with: [{ set: 'a', to: { b: [1] } }] };
    expect(merged(set, set)).toEqual([set]);
  });

  it('cannot be merged if they set different values', () => {
    const set = (to: number): Write => ({ update: key, with: [{ set: 'a', to }] });
    expect(() => merged(set(1), set(2))).toThrow('The transaction sets "a" of a # to different values.');
  });

  it('are omitted if another deletes the row', () => {
    const update: Write = { update: key, with: [{ add: 'n', by: 1 }], condition: rowExists };
    expect(merged(update, { delete: key })).toEqual([{ delete: key, condition: rowExists }]);
    expect(merged({ delete: key }, update)).toEqual([{ delete: key, condition: rowExists }]);
  });

  it('that update a new row are merged into its put, on the condition that the row is new', () => {
    const put: Write = { put: { ...key, counts: { n: 0 } }, condition: rowMissing };
    const update: Write = { update: key, with: [{ add: ['counts', 'n'], by: 1 }], condition: rowExists };
    const expected = [{ put: { ...key, counts: { n: 1 } }, condition: rowMissing }];
    expect(merged(put, update)).toEqual(expected);
    expect(merged(update, put)).toEqual(expected);
  });

  it('cannot be merged if both put the row', () => {
    expect(() => merged({ put: { ...key } }, { put: { ...key } })).toThrow('a #');
  });
});

describe('a transaction', () => {
  const rows = (count: number): Write[] =>
    Array.from({ length: count }, (_, index) => ({ delete: { pk: `row-${index}`, sk: '#' } }));

  it('can change 100 rows, with any number of writes to each', () => {
    expect(mergeWrites([...rows(100), ...rows(100)])).toHaveLength(100);
  });

  it('that changes 101 rows is rejected before a request is sent', async () => {
    expect(() => mergeWrites(rows(101))).toThrow(TooManyWrites);
    expect(() => mergeWrites(rows(101))).toThrow('A transaction cannot change 101 rows');
    const table = new Table();
    await expect(table.commit(rows(101))).rejects.toMatchObject({ name: 'TooManyWrites', count: 101 });
    expect(table.meter.calls).toBe(0);
  });
});

const assignment: fc.Arbitrary<Assignment> = fc.oneof(
  fc.record({ set: fc.constantFrom('a', 'b'), to: fc.constantFrom(1, 'x') }),
  fc.record({ add: fc.constantFrom('n', ['counts', 'n'] as const), by: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ init: fc.constantFrom('i', 'j'), to: fc.constantFrom(1, 2) }),
  fc.record({ remove: fc.constantFrom('c', 'd') }),
);
const updates = fc.array(
  fc.uniqueArray(assignment, {
    minLength: 1,
    maxLength: 3,
    selector: (each) => JSON.stringify(Object.values(each)[0]),
  }),
  { minLength: 2, maxLength: 4 },
);

describe('a merged write', () => {
  it.each([
    ['a row that is there', false],
    ['a new row', true],
  ])('has the same effect on %s as its writes one after the other', async (_, isPut) => {
    const table = new Table();
    let rows = 0;
    let compared = 0;
    const start = (at: Key): Write => ({ put: { ...at, counts: { n: 1 }, c: 'gone', i: 'there' } });
    await checkProperty(
      fc.asyncProperty(updates, async (all) => {
        const [together, apart] = [`together-${isPut}#${++rows}`, `apart-${isPut}#${rows}`].map((pk) => ({
          pk,
          sk: '#',
        }));
        if (!together || !apart) return;
        const writes = (at: Key): Write[] => all.map((assignments) => ({ update: at, with: assignments }));
        const once = isPut ? [start(together), ...writes(together)] : writes(together);
        try {
          mergeWrites(once);
        } catch {
          return;
        }
        compared += 1;
        if (!isPut) await table.commit([start(together)]);
        await table.commit(once);
        await table.commit([start(apart)]);
        for (const write of writes(apart)) await table.commit([write]);
        expect({ ...(await table.get(together)), pk: '' }).toEqual({ ...(await table.get(apart)), pk: '' });
      }),
      { runs: 100 },
    );
    expect(compared).toBeGreaterThan(25);
  });
});
