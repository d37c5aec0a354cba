/** Conditions and updates as data: their expressions, and what they say of a row. */
import { describe, expect, it } from 'vitest';
import {
  type Assignment,
  allOf,
  applied,
  type Condition,
  compile,
  equal,
  holds,
  isSamePath,
  pathOf,
  rowExists,
  rowMissing,
} from '../../../../shared/kit/table/expressions.ts';
import type { Item } from '../../../../shared/kit/table/item.ts';

const ALL_AND_ANY = '(#0 = :0 AND (attribute_exists(#1) OR attribute_exists(#0)))';

describe('a condition', () => {
  it.each<[Condition, string]>([
    [{ exists: 'a' }, 'attribute_exists(#0)'],
    [{ missing: ['a', 'b'] }, 'attribute_not_exists(#0.#1)'],
    [equal('a', 1), '#0 = :0'],
    [{ path: 'a', is: '<=', value: 1 }, '#0 <= :0'],
    [{ path: 'a', from: 1, to: 2 }, '#0 BETWEEN :0 AND :1'],
    [{ path: 'a', contains: 'x' }, 'contains(#0, :0)'],
    [{ not: equal('a', 1) }, 'NOT (#0 = :0)'],
    [{ not: { any: [equal('a', 1), equal('a', 2)] } }, 'NOT (#0 = :0 OR #0 = :1)'],
    [{ all: [{ any: [equal('a', 1)] }] }, '#0 = :0'],
    [{ all: [equal('a', 1), { any: [{ exists: 'b' }, { exists: 'a' }] }] }, ALL_AND_ANY],
  ])('compiles: %j becomes %s', (condition, text) =>
    expect(compile(condition).ConditionExpression).toBe(text),
  );

  it('never puts names or values into the text', () => {
    const { ConditionExpression, ...rest } = compile(equal(['size', '#0) OR (1 = 1'], ':0'));
    expect(ConditionExpression).toBe('#0.#1 = :0');
    expect(rest).toEqual({
      ExpressionAttributeNames: { '#0': 'size', '#1': '#0) OR (1 = 1' },
      ExpressionAttributeValues: { ':0': ':0' },
    });
  });

  it('is joined without duplicates, and is undefined for an empty list', () => {
    expect(allOf([undefined, undefined])).toBeUndefined();
    expect(allOf([equal('a', 1), undefined, equal('a', 1)])).toEqual(equal('a', 1));
    expect(allOf([equal('a', 1), equal('a', 2)])).toEqual({ all: [equal('a', 1), equal('a', 2)] });
    expect(allOf([{ all: [equal('a', 1), rowExists] }, rowExists, equal('a', 2)])).toEqual({
      all: [equal('a', 1), rowExists, equal('a', 2)],
    });
  });

  it('accepts a path as text or as a list of members', () => {
    expect(isSamePath('a', ['a'])).toBe(true);
    expect(isSamePath(['a', 'b'], ['a', 'b'])).toBe(true);
    expect(isSamePath('a', ['a', 'b'])).toBe(false);
  });
});

it('an update compiles to clauses with one set of placeholders', () => {
  const assignments: Assignment[] = [
    { set: 'a', to: 1 },
    { add: ['counts', 'n'], by: -1 },
    { init: 'b', to: 'x' },
    { remove: 'c' },
    { add: 'length', by: 1 },
    { join: 'live', elements: new Set(['s']) },
    { leave: 'dead', elements: new Set(['t']) },
  ];
  expect(compile(equal('a', 0), assignments)).toMatchObject({
    UpdateExpression:
      'SET #0 = :0, #1.#2 = if_not_exists(#1.#2, :1) + :2, #3 = if_not_exists(#3, :3) ADD #5 :4, #6 :5 DELETE #7 :6 REMOVE #4',
    ConditionExpression: '#0 = :7',
  });
  expect(compile(undefined)).toEqual({});
});

describe('a condition on a row', () => {
  const row = {
    pk: '1',
    n: 2,
    t: 'b',
    m: { x: 1, y: null },
    l: [1],
    s: new Set(['a', 'b']),
  } as unknown as Item;
  const is = (path: string, test: '=' | '<' | '<=' | '>' | '>=', value: unknown): Condition => ({
    path,
    is: test,
    value,
  });

  it.each<[Condition, boolean]>([
    [rowExists, true],
    [rowMissing, false],
    [{ exists: ['m', 'y'] }, true],
    [{ missing: ['m', 'z'] }, true],
    [{ missing: ['t', 'length'] }, true],
    [{ missing: ['m', 'y', 'z'] }, true],
    [{ missing: ['m', 'toString'] }, true],
    [is('n', '=', 2), true],
    [is('n', '=', '2'), false],
    [is('m', '=', { x: 1, y: null }), true],
    [is('n', '<', 2), false],
    [is('n', '<', 3), true],
    [is('n', '<=', 2), true],
    [is('n', '<=', 1), false],
    [is('n', '>', 2), false],
    [is('n', '>', 1), true],
    [is('n', '>=', 2), true],
    [is('n', '>=', 3), false],
    [is('t', '<', 'c'), true],
    [is('t', '<', 'b'), false],
    [is('t', '>', 'a'), true],
    [is('t', '>=', 'c'), false],
    [is('t', '>', 1), false],
    [is('n', '<', '3'), false],
    [is('l', '<=', [1]), false],
    [is('missing', '<', 3), false],
    [{ path: 'n', from: 2, to: 2 }, true],
    [{ path: 'n', from: 1, to: 1 }, false],
    [{ path: 'n', from: 3, to: 3 }, false],
    [{ path: 's', contains: 'b' }, true],
    [{ path: 's', contains: 'c' }, false],
    [{ path: 't', contains: 'b' }, false],
    [{ not: rowExists }, false],
    [{ not: rowMissing }, true],
    [{ all: [rowExists, rowMissing] }, false],
    [{ all: [rowExists, is('n', '=', 2)] }, true],
    [{ any: [rowExists, rowMissing] }, true],
    [{ any: [rowMissing, is('n', '=', 3)] }, false],
  ])('evaluates %j to %s', (condition, result) => expect(holds(condition, row)).toBe(result));

  it('is false for a missing row', () => {
    expect(holds(rowMissing, undefined)).toBe(true);
    expect(holds(rowExists, undefined)).toBe(false);
    expect(holds(equal('n', undefined), undefined)).toBe(false);
  });

  it('orders texts by their bytes, as the table does', () => {
    const [bmp, astral] = ['\uff5e', '\u{1f3b5}'];
    expect(bmp > astral).toBe(true);
    expect(holds(is('t', '<', astral), { t: bmp })).toBe(true);
  });
});

describe('an update of a row in memory', () => {
  it.each<[string, Assignment, Item]>([
    ['sets a value', { set: 'a', to: 2 }, { a: 2, m: { x: 1 } }],
    ['sets a member', { set: ['m', 'y'], to: 2 }, { a: 1, m: { x: 1, y: 2 } }],
    ['sets a member of a map that is new', { set: ['k', 'y'], to: 2 }, { a: 1, m: { x: 1 }, k: { y: 2 } }],
    ['gives a first value', { init: 'b', to: 2 }, { a: 1, b: 2, m: { x: 1 } }],
    ['keeps a value instead of a first one', { init: 'a', to: 2 }, { a: 1, m: { x: 1 } }],
    ['adds to a value', { add: 'a', by: 2 }, { a: 3, m: { x: 1 } }],
    ['adds to a member', { add: ['m', 'x'], by: -1 }, { a: 1, m: { x: 0 } }],
    ['adds to nothing', { add: 'b', by: 2 }, { a: 1, b: 2, m: { x: 1 } }],
    ['removes a value', { remove: 'a' }, { m: { x: 1 } }],
    ['removes a member', { remove: ['m', 'x'] }, { a: 1, m: {} }],
    ['removes nothing', { remove: 'b' }, { a: 1, m: { x: 1 } }],
  ])('%s', (_, assignment, after) => {
    expect(applied({ a: 1, m: { x: 1 } }, [assignment])).toStrictEqual(after);
  });

  it('makes its assignments in sequence', () => {
    expect(
      applied({}, [
        { set: 'a', to: 1 },
        { add: 'a', by: 1 },
      ]),
    ).toEqual({ a: 2 });
  });

  it.each(['join', 'leave'] as const)('cannot %s a set', (does) => {
    const elements = new Set(['x']);
    const assignment = does === 'join' ? { join: 's', elements } : { leave: 's', elements };
    expect(() => applied({}, [assignment])).toThrow('A put and an update of a set cannot be merged.');
  });
});

it('an assignment writes at its path', () => {
  const elements = new Set(['x']);
  const all: Assignment[] = [
    { set: 'a', to: 1 },
    { init: 'b', to: 1 },
    { add: 'c', by: 1 },
    { join: 'd', elements },
    { leave: 'e', elements },
    { remove: 'f' },
  ];
  expect(all.map(pathOf)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
