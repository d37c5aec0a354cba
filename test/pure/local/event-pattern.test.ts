import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../bin/local/eventbridge/event-pattern.ts';

const event = {
  source: 'music-distribution',
  detail: { type: 'webhook.test', count: 5, nothing: null },
};

describe('a pattern matches', () => {
  test.each<[string, unknown]>([
    ['a value', { source: ['other', 'music-distribution'] }],
    ['a number', { detail: { count: [5] } }],
    ['null', { detail: { nothing: [null] } }],
    ['an existing value', { detail: { type: [{ exists: true }] } }],
    ['a missing value', { detail: { other: [{ exists: false }] } }],
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
    ['exists for an object', { detail: [{ exists: true }] }],
    ['the absence of an existing value', { detail: { type: [{ exists: false }] } }],
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
    ['for an operator with another operand', { a: [{ exists: 1 }] }],
    ['for several operators', { a: [{ exists: true, prefix: 'b' }] }],
    ['for a value outside a list', { a: 'b' }],
    ['for an empty list', { a: [] }],
    ['if it is not an object', 'text'],
  ])('%s', (_, pattern) => {
    expect(() => compilePattern(pattern)).toThrow();
  });
});
