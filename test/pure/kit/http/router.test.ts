/** Which route serves a method and a path, and what is said of those that none serves. */
import { describe, expect, it } from 'vitest';
import type { Method, Route } from '../../../../shared/kit/declare/routes.ts';
import { routerOf } from '../../../../shared/kit/http/router.ts';
import { labels } from '../../../support/declarations.ts';

const route = (method: Method, path: string): Route => ({
  method,
  path,
  group: 'g',
  access: 'signed-in',
  serving: { does: 'list', resource: labels },
});
const router = routerOf([
  route('GET', '/labels'),
  route('POST', '/labels'),
  route('POST', '/labels/import'),
  route('GET', '/labels/{id}'),
  route('PATCH', '/labels/{id}'),
  route('GET', '/labels/{id}/albums'),
  route('DELETE', '/labels/{id}/relationships/albums'),
]);

/** @returns the error of an unserved request. */
function rejection(method: string, path: string): unknown {
  try {
    router(method, path);
  } catch (error) {
    return error;
  }
  throw new Error(`${method} ${path} is served.`);
}

describe('a routed request', () => {
  it.each([
    ['GET', '/labels', 'GET /labels', ''],
    ['POST', '/labels', 'POST /labels', ''],
    ['HEAD', '/labels', 'GET /labels', ''],
    ['GET', '/labels/17', 'GET /labels/{id}', '17'],
    ['HEAD', '/labels/17', 'GET /labels/{id}', '17'],
    ['PATCH', '/labels/17', 'PATCH /labels/{id}', '17'],
    ['POST', '/labels/import', 'POST /labels/import', ''],
    ['GET', '/labels/17/albums', 'GET /labels/{id}/albums', '17'],
    ['DELETE', '/labels/17/relationships/albums', 'DELETE /labels/{id}/relationships/albums', '17'],
  ])('is served: %s %s by %s with the id "%s"', (method, path, served, id) => {
    const match = router(method, path);
    expect([`${match.route.method} ${match.route.path}`, match.id]).toEqual([served, id]);
  });

  it.each([
    '',
    '/',
    '/nothing',
    '/nothing/17',
    'labels',
    '/labels//albums',
    '/labels/17/albums/1',
    '//labels',
  ])('is rejected if its path is "%s"', (path) => {
    expect(rejection('GET', path)).toMatchObject({
      problems: [
        {
          code: 'unknown_path',
          detail: expect.stringMatching(/^The API does not have this path\.( Remove|$)/),
        },
      ],
    });
  });

  it.each([
    ['/labels/', 'The API does not have this path. Remove the trailing slash.'],
    ['/labels/17/', 'The API does not have this path. Remove the trailing slash.'],
    ['/labels/17/nothing', 'The API does not have this path.'],
  ])('is rejected for %s with the reason: %s', (path, detail) => {
    expect(rejection('GET', path)).toMatchObject({ problems: [{ code: 'unknown_path', detail }] });
  });

  it.each([
    ['PUT', '/labels', 'GET, HEAD, POST'],
    ['DELETE', '/labels/17', 'GET, HEAD, PATCH'],
    ['POST', '/labels/17/albums', 'GET, HEAD'],
    ['GET', '/labels/import', 'POST'],
    ['HEAD', '/labels/17/relationships/albums', 'DELETE'],
    ['head', '/labels', 'GET, HEAD, POST'],
  ])('is rejected for %s %s with Allow: %s', (method, path, Allow) => {
    expect(rejection(method, path)).toMatchObject({
      headers: { Allow },
      problems: [{ code: 'method_not_allowed', detail: `Allowed methods: ${Allow}.` }],
    });
  });
});
