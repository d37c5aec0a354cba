import { describe, expect, test } from 'vitest';
import { compileRoutes } from '../../../bin/local/apigateway/routes.ts';

const keys = ['ANY /', 'ANY /labels', 'ANY /labels/{proxy+}', 'ANY /labels/old/{proxy+}', '$default'];
const find = compileRoutes(keys.map((key) => [key, key] as const));

describe('a route', () => {
  test.each<[string, string, string, Record<string, string>]>([
    ['its exact path', '/labels', 'ANY /labels', {}],
    ['a greedy parameter', '/labels/7', 'ANY /labels/{proxy+}', { proxy: '7' }],
    ['a greedy parameter if the path is longer', '/labels/7/x', 'ANY /labels/{proxy+}', { proxy: '7/x' }],
    ['the longest greedy route', '/labels/old/7', 'ANY /labels/old/{proxy+}', { proxy: '7' }],
    ['the root', '/', 'ANY /', {}],
    ['$default if nothing else matches', '/albums', '$default', {}],
    ['$default if the case differs', '/Labels', '$default', {}],
    ['a greedy parameter if the path ends with a slash', '/labels/', 'ANY /labels/{proxy+}', { proxy: '' }],
    [
      'a greedy parameter if a later segment is empty',
      '/labels/7//x',
      'ANY /labels/{proxy+}',
      { proxy: '7//x' },
    ],
    ['$default if a path with a slash at its end has no greedy route', '/albums/', '$default', {}],
    ['$default if a segment is empty', '/labels//x', '$default', {}],
    ['a parameter whose value has braces', '/labels/{id}', 'ANY /labels/{proxy+}', { proxy: '{id}' }],
  ])('is matched: %s', (_, path, routeKey, pathParameters) => {
    expect(find(path)).toEqual({ routeKey, target: routeKey, pathParameters });
  });
});

test('is missing for an unknown path without $default', () => {
  expect(compileRoutes([['ANY /labels', 1]])('/albums')).toBeUndefined();
});

test.each(['GET /labels', 'ANY /labels/{id}', 'ANY /labels/{id}/{proxy+}'])('is rejected: %s', (key) => {
  expect(() => compileRoutes([[key, 1]])).toThrow(key);
});
