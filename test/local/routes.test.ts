import { describe, expect, test } from 'vitest';
import { compileRoutes } from '../../infra/local/apigateway/routes.ts';

const keys = [
  'GET /labels',
  'ANY /labels',
  'ANY /labels/{proxy+}',
  'GET /labels/{id}',
  'GET /labels/latest',
  'POST /labels/{id}/albums/{albumId}',
  'GET /',
  '$default',
];
const find = compileRoutes(keys.map((key) => [key, key] as const));

describe('a request is matched to', () => {
  test.each<[string, string, string, Record<string, string>]>([
    ['its exact path', 'GET /labels', 'GET /labels', {}],
    ['its path with ANY method', 'PUT /labels', 'ANY /labels', {}],
    ['a literal segment before a parameter', 'GET /labels/latest', 'GET /labels/latest', {}],
    ['a parameter before a greedy one', 'GET /labels/7', 'GET /labels/{id}', { id: '7' }],
    ['a greedy parameter if the method differs', 'DELETE /labels/7', 'ANY /labels/{proxy+}', { proxy: '7' }],
    [
      'a greedy parameter if the path is longer',
      'GET /labels/7/x/y',
      'ANY /labels/{proxy+}',
      { proxy: '7/x/y' },
    ],
    [
      'several parameters',
      'POST /labels/7/albums/8',
      'POST /labels/{id}/albums/{albumId}',
      { id: '7', albumId: '8' },
    ],
    [
      'a greedy parameter after a literal dead end',
      'GET /labels/latest/x',
      'ANY /labels/{proxy+}',
      { proxy: 'latest/x' },
    ],
    ['the root', 'GET /', 'GET /', {}],
    ['$default if nothing else matches', 'GET /albums', '$default', {}],
    ['$default if the case differs', 'GET /Labels', '$default', {}],
    [
      'a greedy parameter if the path ends with a slash',
      'GET /labels/',
      'ANY /labels/{proxy+}',
      { proxy: '' },
    ],
    ['$default if a path with a slash at its end has no greedy route', 'GET /albums/', '$default', {}],
    ['$default if a segment is empty', 'GET /labels//x', '$default', {}],
    ['a parameter whose value has braces', 'GET /labels/{id}', 'GET /labels/{id}', { id: '{id}' }],
  ])('%s', (_, request, routeKey, pathParameters) => {
    const [method = '', path = ''] = request.split(' ');
    expect(find(method, path)).toEqual({ routeKey, target: routeKey, pathParameters });
  });
});

test('an unknown path has no route without $default', () => {
  expect(compileRoutes([['GET /labels', 1]])('GET', '/albums')).toBeUndefined();
});
