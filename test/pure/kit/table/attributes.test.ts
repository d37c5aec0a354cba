import { expect, test } from 'vitest';
import { attributesOf } from '../../../../shared/kit/table/attributes.ts';
import { compile, equal } from '../../../../shared/kit/table/expressions.ts';

interface Row {
  readonly status: 'open' | 'closed';
  readonly tags: readonly string[];
  readonly window?: { readonly count: number; readonly start: string };
  readonly sessions: Readonly<Record<string, number>>;
}

const at = attributesOf<Row>();

test('an attribute and a member of its map have the expression path', () => {
  expect(at('status')).toBe('status');
  expect(at('window', 'count')).toEqual(['window', 'count']);
  expect(at('sessions', 'a.b')).toEqual(['sessions', 'a.b']);
  expect(compile(equal(at('window', 'count'), 1)).ConditionExpression).toBe('#0.#1 = :0');
});

test('an attribute that the row lacks does not compile', () => {
  // @ts-expect-error: misspelt.
  at('state');
  // @ts-expect-error: a map has no such member.
  at('window', 'counts');
  // @ts-expect-error: a text has no members.
  at('status', 'open');
  // @ts-expect-error: a list has no members.
  at('tags', 'length');
});
