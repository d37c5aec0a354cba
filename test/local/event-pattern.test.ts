import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../infra/local/eventbridge/event-pattern.ts';

const event = {
  source: 'music-distribution',
  detail: { type: 'webhook.test', count: 5, tags: ['a', 'b'], nothing: null, items: [{ id: 1 }, { id: 2 }] },
};

describe('a pattern matches', () => {
  test.each<[string, unknown]>([
    ['a value', { source: ['other', 'music-distribution'] }],
    ['a number', { detail: { count: [5] } }],
    ['null', { detail: { nothing: [null] } }],
    ['an item of a list', { detail: { tags: ['b'] } }],
    ['a member of an item of a list', { detail: { items: { id: [2] } } }],
    ['a prefix', { source: [{ prefix: 'music' }] }],
    ['a suffix', { detail: { type: [{ suffix: '.test' }] } }],
    ['regardless of case', { source: [{ 'equals-ignore-case': 'MUSIC-Distribution' }] }],
    ['a wildcard', { detail: { type: [{ wildcard: 'web*.t*t' }] } }],
    ['anything but listed values', { source: [{ 'anything-but': ['a', 'b'] }] }],
    ['anything but a prefix', { source: [{ 'anything-but': { prefix: 'x' } }] }],
    ['a number within a range', { detail: { count: [{ numeric: ['>', 1, '<=', 5] }] } }],
    ['an existing value', { detail: { type: [{ exists: true }] } }],
    ['a missing value', { detail: { other: [{ exists: false }] } }],
    ['one of two patterns', { $or: [{ source: ['no'] }, { detail: { count: [5] } }] }],
  ])('%s', (_, pattern) => {
    expect(compilePattern(pattern)(event)).toBe(true);
  });
});

describe('a pattern does not match', () => {
  test.each<[string, unknown]>([
    ['another value', { source: ['other'] }],
    ['a string for a number', { detail: { count: ['5'] } }],
    ['if one of two fields differs', { source: ['music-distribution'], detail: { count: [6] } }],
    ['a missing value', { detail: { other: ['x'] } }],
    ['the value that is excluded', { source: [{ 'anything-but': 'music-distribution' }] }],
    ['anything-but for a missing value', { detail: { other: [{ 'anything-but': 'x' }] } }],
    ['exists for an object', { detail: [{ exists: true }] }],
    ['the absence of an existing value', { detail: { type: [{ exists: false }] } }],
    ['a number outside a range', { detail: { count: [{ numeric: ['>', 5] }] } }],
    ['an inherited property', { toString: [{ exists: true }] }],
  ])('%s', (_, pattern) => {
    expect(compilePattern(pattern)(event)).toBe(false);
  });

  test('changes without a cause', () => {
    const matches = compilePattern({ dynamodb: { NewImage: { causes: { S: [{ exists: true }] } } } });
    expect(matches({ dynamodb: { NewImage: { causes: { S: '[]' } } } })).toBe(true);
    expect(matches({ dynamodb: { NewImage: { other: { S: '' } } } })).toBe(false);
    expect(matches({ dynamodb: { OldImage: { causes: { S: '' } } } })).toBe(false);
  });
});

describe('a pattern is rejected', () => {
  test.each<[string, unknown]>([
    ['for an unsupported operator', { a: [{ cidr: '10.0.0.0/8' }] }],
    ['for a value outside a list', { a: 'b' }],
    ['for an empty list', { a: [] }],
    ['for a malformed comparison', { a: [{ numeric: ['>'] }] }],
    ['if it is not an object', 'text'],
  ])('%s', (_, pattern) => {
    expect(() => compilePattern(pattern)).toThrow();
  });
});
