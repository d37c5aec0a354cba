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
    ['one of a list', { detail: { tags: ['b'] } }],
    ['a member of one item of a list', { detail: { items: { id: [2] } } }],
    ['a beginning', { source: [{ prefix: 'music' }] }],
    ['an end', { detail: { type: [{ suffix: '.test' }] } }],
    ['whatever the case', { source: [{ 'equals-ignore-case': 'MUSIC-Distribution' }] }],
    ['a wildcard', { detail: { type: [{ wildcard: 'web*.t*t' }] } }],
    ['anything but', { source: [{ 'anything-but': ['a', 'b'] }] }],
    ['anything but a beginning', { source: [{ 'anything-but': { prefix: 'x' } }] }],
    ['numbers within bounds', { detail: { count: [{ numeric: ['>', 1, '<=', 5] }] } }],
    ['what is there', { detail: { type: [{ exists: true }] } }],
    ['what is not there', { detail: { other: [{ exists: false }] } }],
    ['one of two patterns', { $or: [{ source: ['no'] }, { detail: { count: [5] } }] }],
  ])('%s', (_, pattern) => {
    expect(compilePattern(pattern)(event)).toBe(true);
  });
});

describe('a pattern does not match', () => {
  test.each<[string, unknown]>([
    ['another value', { source: ['other'] }],
    ['text for a number', { detail: { count: ['5'] } }],
    ['when one of two fields differs', { source: ['music-distribution'], detail: { count: [6] } }],
    ['what is missing', { detail: { other: ['x'] } }],
    ['anything but what it is', { source: [{ 'anything-but': 'music-distribution' }] }],
    ['anything but, where there is nothing', { detail: { other: [{ 'anything-but': 'x' }] } }],
    ['the existence of something deeper', { detail: [{ exists: true }] }],
    ['the absence of what is there', { detail: { type: [{ exists: false }] } }],
    ['numbers out of bounds', { detail: { count: [{ numeric: ['>', 5] }] } }],
    ['a property of every object', { toString: [{ exists: true }] }],
  ])('%s', (_, pattern) => {
    expect(compilePattern(pattern)(event)).toBe(false);
  });

  test('changes that carry no causes', () => {
    const matches = compilePattern({ dynamodb: { NewImage: { causes: { S: [{ exists: true }] } } } });
    expect(matches({ dynamodb: { NewImage: { causes: { S: '[]' } } } })).toBe(true);
    expect(matches({ dynamodb: { NewImage: { other: { S: '' } } } })).toBe(false);
    expect(matches({ dynamodb: { OldImage: { causes: { S: '' } } } })).toBe(false);
  });
});

describe('a pattern is refused', () => {
  test.each<[string, unknown]>([
    ['for an operator nobody knows', { a: [{ cidr: '10.0.0.0/8' }] }],
    ['for a value outside a list', { a: 'b' }],
    ['for an empty list', { a: [] }],
    ['for a malformed comparison', { a: [{ numeric: ['>'] }] }],
    ['when it is none', 'text'],
  ])('%s', (_, pattern) => {
    expect(() => compilePattern(pattern)).toThrow();
  });
});
