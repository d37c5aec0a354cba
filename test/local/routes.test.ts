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

describe('a request goes to the route with', () => {
  test.each<[string, string, string, Record<string, string>]>([
    ['its very path', 'GET /labels', 'GET /labels', {}],
    ['its path and any method', 'PUT /labels', 'ANY /labels', {}],
    ['a name before a parameter', 'GET /labels/latest', 'GET /labels/latest', {}],
    ['a parameter before the rest', 'GET /labels/7', 'GET /labels/{id}', { id: '7' }],
    ['the rest when the method differs', 'DELETE /labels/7', 'ANY /labels/{proxy+}', { proxy: '7' }],
    ['the rest when the path is longer', 'GET /labels/7/x/y', 'ANY /labels/{proxy+}', { proxy: '7/x/y' }],
    [
      'several parameters',
      'POST /labels/7/albums/8',
      'POST /labels/{id}/albums/{albumId}',
      { id: '7', albumId: '8' },
    ],
    [
      'the rest where a longer path leads nowhere',
      'GET /labels/latest/x',
      'ANY /labels/{proxy+}',
      { proxy: 'latest/x' },
    ],
    ['no path at all', 'GET /', 'GET /', {}],
    ['nothing in common: the default', 'GET /albums', '$default', {}],
    ['case taken seriously', 'GET /Labels', '$default', {}],
    ['an empty segment filling no parameter', 'GET /labels/', '$default', {}],
    ['braces taken literally', 'GET /labels/{id}', 'GET /labels/{id}', { id: '{id}' }],
  ])('%s', (_, request, routeKey, pathParameters) => {
    const [method = '', path = ''] = request.split(' ');
    expect(find(method, path)).toEqual({ routeKey, target: routeKey, pathParameters });
  });
});

test('without a default, a path nobody serves has no route', () => {
  expect(compileRoutes([['GET /labels', 1]])('GET', '/albums')).toBeUndefined();
});
