/** Several writes to one row, merged into one. */
import { describe, expect, it, vi } from 'vitest';
import { equal, rowExists, rowMissing } from '../../../../shared/kit/table/expressions.ts';
import { mergeWrites, TooManyWrites } from '../../../../shared/kit/table/merge.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import type { Write } from '../../../../shared/kit/table/write.ts';

const key = { pk: 'a', sk: '#' };
const other = { pk: 'a', sk: 'b' };
const merged = (...writes: Write[]) => mergeWrites(writes).map(({ write }) => write);

describe('writes to one row', () => {
  it('are merged, unlike those to different rows', () => {
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

  it('name the writes they were merged from', () => {
    const writes: Write[] = [
      { check: key, condition: rowExists },
      { delete: other },
      { update: key, with: [] },
    ];
    expect(mergeWrites(writes).map(({ from }) => from)).toEqual([[writes[0], writes[2]], [writes[1]]]);
  });

  it('sum their additions and set equal values once', () => {
    const add = (by: number): Write => ({ update: key, with: [{ add: ['counts', 'n'], by }] });
    expect(merged(add(1), add(-3))).toEqual([{ update: key, with: [{ add: ['counts', 'n'], by: -2 }] }]);
    const set: Write = { update: key, with: [{ set: 'a', to: { b: [1] } }] };
    expect(merged(set, set)).toEqual([set]);
  });

  it('add all elements to a set, or remove all from it', () => {
    const join = (...elements: string[]): Write => ({
      update: key,
      with: [{ join: ['s'], elements: new Set(elements) }],
    });
    const leave = (...elements: string[]): Write => ({
      update: key,
      with: [{ leave: ['s'], elements: new Set(elements) }],
    });
    expect(merged(join('a'), join('b', 'a'))).toEqual([join('a', 'b')]);
    expect(merged(leave('a'), leave('b', 'a'))).toEqual([leave('a', 'b')]);
    const contrary = 'The transaction sets ["s"] of a # to different values.';
    expect(() => merged(join('a'), leave('a'))).toThrow(contrary);
    const set = (...elements: string[]): Write => ({
      update: key,
      with: [{ set: 's', to: new Set(elements) }],
    });
    expect(() => merged(set('a'), set('b'))).toThrow('The transaction sets "s" of a # to different values.');
  });

  it('cannot be merged if they set different values', () => {
    const set = (to: number): Write => ({ update: key, with: [{ set: 'a', to }] });
    expect(() => merged(set(1), set(2))).toThrow('The transaction sets "a" of a # to different values.');
  });

  it('are omitted if another write deletes the row', () => {
    const update: Write = { update: key, with: [{ add: 'n', by: 1 }], condition: rowExists };
    expect(merged(update, { delete: key })).toEqual([{ delete: key, condition: rowExists }]);
    expect(merged({ delete: key }, update)).toEqual([{ delete: key, condition: rowExists }]);
  });

  it('keep the conditions of a check beside a put on a missing attribute', () => {
    const put: Write = { put: { ...key, n: 1 }, condition: { missing: 'n' } };
    const check: Write = { check: key, condition: equal('version', 1) };
    const condition = { all: [{ missing: 'n' }, equal('version', 1)] };
    expect(merged(put, check)).toEqual([{ ...put, condition }]);
  });

  it('are merged into the put of a new row, on the condition that it is new', () => {
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

it.each<[string, Write, Write, string]>([
  ['a put', { put: { ...key } }, { delete: key }, 'both puts and deletes the row a #'],
  ['a deletion', { delete: key }, { put: { ...key } }, 'both puts and deletes the row a #'],
])('cannot be merged with the opposite: %s', (_, left, right, message) => {
  expect(() => merged(left, right)).toThrow(message);
});

it('a put of an existing row keeps all conditions', () => {
  const put: Write = { put: { ...key, a: 1 }, condition: equal('version', 1) };
  const check: Write = { check: key, condition: equal('state', 'open') };
  const condition = { all: [equal('version', 1), equal('state', 'open')] };
  expect(merged(put, check)).toEqual([{ put: { ...key, a: 1 }, condition }]);
  expect(merged({ put: { ...key, a: 1 } }, { update: key, with: [{ set: 'b', to: 2 }] })).toEqual([
    { put: { ...key, a: 1, b: 2 } },
  ]);
});

it('a put keeps its key even if an update removes it', () => {
  const update: Write = { update: key, with: [{ remove: 'pk' }, { set: 'sk', to: 'x' }] };
  expect(merged({ put: { ...key } }, update)).toEqual([{ put: { ...key } }]);
});

it('assignments to different paths are kept side by side', () => {
  const left: Write = {
    update: key,
    with: [
      { set: 'a', to: 1 },
      { add: 'n', by: 1 },
    ],
  };
  const right: Write = {
    update: key,
    with: [
      { add: 'n', by: 2 },
      { set: ['a', 'b'], to: 1 },
    ],
  };
  expect(merged(left, right)).toEqual([
    {
      update: key,
      with: [
        { set: 'a', to: 1 },
        { add: 'n', by: 3 },
        { set: ['a', 'b'], to: 1 },
      ],
    },
  ]);
});

it('a value that is both set and added to cannot be merged', () => {
  const set: Write = { update: key, with: [{ set: 'n', to: 1 }] };
  const add: Write = { update: key, with: [{ add: 'n', by: 1 }] };
  expect(() => merged(set, add)).toThrow('The transaction sets "n" of a # to different values.');
  expect(() => merged(add, set)).toThrow('The transaction sets "n" of a # to different values.');
});

describe('a transaction', () => {
  const rows = (count: number): Write[] =>
    Array.from({ length: count }, (_, index) => ({ delete: { pk: `row-${index}`, sk: '#' } }));

  it('can change 100 rows with any number of writes each', () => {
    expect(mergeWrites([...rows(100), ...rows(100)])).toHaveLength(100);
  });

  it('is rejected before a request is sent if it changes 101 rows', async () => {
    expect(() => mergeWrites(rows(101))).toThrow(TooManyWrites);
    expect(() => mergeWrites(rows(101))).toThrow('A transaction cannot change 101 rows');
    vi.stubEnv('TABLE_NAME', 'table');
    const table = new Table();
    await expect(table.commit(rows(101))).rejects.toMatchObject({ name: 'TooManyWrites', count: 101 });
    expect(table.meter.calls).toBe(0);
  });
});
