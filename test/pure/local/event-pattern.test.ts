import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../bin/local/eventbridge/event-pattern.ts';

const event = {
  source: 'music-distribution',
  detail: { type: 'webhook.test', count: 5, nothing: null },
};

describe('a matching pattern', () => {
  test.each<[string, unknown]>([
    ['a value', { source: ['other', 'music-distribution'] }],
    ['a number', { detail: { count: [5] } }],
    ['null', { detail: { nothing: [null] } }],
    ['an existing value', { detail: { type: [{ exists: true }] } }],
    ['a missing value', { detail: { other: [{ exists: false }] } }],
  ])('matches %s', (_, pattern) => {
    expect(compilePattern(pattern)(event)).toBe(true);
  });
});

describe('a pattern without a match', () => {
  test.each<[string, unknown]>([
    ['another value', { source: ['other'] }],
    ['a string for a number', { detail: { count: ['5'] } }],
    ['if one of two fields differs', { source: ['music-distribution'], detail: { count: [6] } }],
    ['a missing value', { detail: { other: ['x'] } }],
    ['exists for an object', { detail: [{ exists: true }] }],
    ['the absence of an existing value', { detail: { type: [{ exists: false }] } }],
    ['an inherited property', { toString: [{ exists: true }] }],
  ])('does not match %s', (_, pattern) => {
    expect(compilePattern(pattern)(event)).toBe(false);
  });

  test('does not match changes without a cause', () => {
    const matches = compilePattern({ dynamodb: { NewImage: { causes: { S: [{ exists: true }] } } } });
    expect(matches({ dynamodb: { NewImage: { causes: { S: '[]' } } } })).toBe(true);
    expect(matches({ dynamodb: { NewImage: { other: { S: '' } } } })).toBe(false);
    expect(matches({ dynamodb: { OldImage: { causes: { S: '' } } } })).toBe(false);
  });
});

describe('an invalid pattern', () => {
  test.each<[string, unknown]>([
    ['for an unsupported operator', { a: [{ cidr: '10.0.0.0/8' }] }],
    ['for an operator with another operand', { a: [{ exists: 1 }] }],
    ['for several operators', { a: [{ exists: true, prefix: 'b' }] }],
    ['for a value outside a list', { a: 'b' }],
    ['for an empty list', { a: [] }],
    ['if it is not an object', 'text'],
  ])('is rejected: %s', (_, pattern) => {
    expect(() => compilePattern(pattern)).toThrow();
  });
});
