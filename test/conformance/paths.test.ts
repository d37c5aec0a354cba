/** Paths, methods, media types and query parameters: every route, asked the wrong way. */
import { beforeAll, describe, expect, it } from 'vitest';
import { takesDocument } from '../../shared/api/define/routes.ts';
import { MEDIA_TYPE } from '../../shared/jsonapi/types.ts';
import type { Person } from '../support/calls.ts';
import { withTable } from '../support/table.ts';
import { ask, nameOf, pathOf, recordOf, requestTo, resources, routeFor, routes, somebody } from './world.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await somebody();
});

const named = routes.map((route) => [nameOf(route), route] as const);
const ofResources = named.filter(([, { serving }]) => serving.does !== 'endpoint');

describe('a path', () => {
  it.each([...new Set(routes.map(({ path }) => path))])(
    '%s refuses other methods with Allow',
    async (path) => {
      const here = routes.filter((route) => route.path === path);
      const [route] = here;
      if (!route) throw new Error('No route.');
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'TRACE']) {
        if (here.some((each) => each.method === method)) continue;
        const answer = await ask(route, 405, { method, path: pathOf(route, '1') });
        for (const each of here) expect(answer.headers['Allow']).toContain(each.method);
      }
    },
  );

  it.each(ofResources.filter(([, { method, path }]) => method === 'GET' && path.lastIndexOf('/') > 0))(
    '%s is another path when it is encoded: the gateway decodes, nobody else',
    async (_, route) => {
      if (route.serving.does === 'endpoint') return;
      const path = pathOf(route, await recordOf(route.serving.resource.type, ada));
      await ask(route, 200, { path, token: ada.token });
      const place = path.lastIndexOf('/');
      const [start, end] = [path.slice(0, place), path.slice(place + 1)];
      const letter = `%${end.charCodeAt(0).toString(16)}`;
      for (const encoded of [`%2F${end}`, `%2f${end}`, `%252F${end}`, `/${letter}${end.slice(1)}`])
        await ask(route, 404, { path: start + encoded, token: ada.token });
    },
  );

  it('that names a type alone is none where the type has no list', async () => {
    const answer = await ask(routeFor('GET', '/white-labels/{id}'), 404, {
      path: '/white-labels',
      token: ada.token,
    });
    expect(answer.body.errors[0].detail).toBe('There is nothing at this path.');
  });

  it.each(ofResources.filter(([, { path }]) => path.includes('{id}')))(
    '%s answers 404 to ids that cannot be',
    async (_, route) => {
      const isPlatform = route.serving.does !== 'endpoint' && route.serving.resource.owner === 'platform';
      for (const id of [
        ...(isPlatform ? [] : ['1']),
        '0',
        'abc',
        '99999999999999999999',
        '\0',
        '%00',
        '%F0%9F',
        '__proto__',
        '-1',
        '1.5',
        '..',
      ]) {
        const request = await requestTo(route, ada, id);
        await ask(route, 404, { ...request, path: pathOf(route, id), token: ada.token });
      }
    },
  );
});

describe('media types', () => {
  const writing = named.filter(([, { method }]) => method !== 'GET');

  it.each(writing)('%s takes no other body', async (_, route) => {
    const { serving } = route;
    const request = { ...(await requestTo(route, ada, '1')), token: ada.token, body: '{}' };
    const isJson = serving.does === 'endpoint';
    const wrong = ['', 'text/plain', 'application/xml', isJson ? MEDIA_TYPE : 'application/json'];
    if (!isJson) wrong.push(`${MEDIA_TYPE}; charset=utf-8`, `${MEDIA_TYPE};ext=bulk`);
    for (const type of wrong) await ask(route, 415, { ...request, headers: { 'content-type': type } });
  });

  it.each(named)('%s refuses a client that only takes parameterised JSON:API', async (_, route) => {
    const request = { ...(await requestTo(route, ada, '1')), token: ada.token };
    await ask(route, 406, { ...request, headers: { accept: `${MEDIA_TYPE}; charset=utf-8` } });
  });

  it('are forgiving where the client can take JSON:API all the same', async () => {
    const [route] = routes.filter(({ path, method }) => path === '/labels' && method === 'GET');
    if (!route) throw new Error('No route.');
    for (const accept of [
      '*/*',
      'application/*',
      `${MEDIA_TYPE};q=0.5`,
      `${MEDIA_TYPE}; a=b, ${MEDIA_TYPE}`,
      'text/html, */*;q=0.1',
    ]) {
      const answer = await ask(route, 200, { path: '/labels', token: ada.token, headers: { accept } });
      expect(answer.headers['Content-Type']).toBe(MEDIA_TYPE);
    }
  });

  it.each(writing.filter(([, route]) => takesDocument(route)))(
    '%s refuses a body over 1 MB',
    async (_, route) => {
      const contentType = route.serving.does === 'endpoint' ? 'application/json' : MEDIA_TYPE;
      const request = {
        ...(await requestTo(route, ada, '1')),
        token: ada.token,
        body: `"${'x'.repeat(1024 * 1024)}"`,
      };
      await ask(route, 413, { ...request, headers: { 'content-type': contentType } });
    },
  );
});

describe('query parameters', () => {
  const odd = [
    'nonsense=1',
    'filter[nonsense]=1',
    'filter[__proto__]=1',
    'filter=1',
    'page[size]=0',
    'page[size]=1000000',
    'page[size]=x',
    'page[number]=0',
    'page[number]=-1',
    'page[number]=1.5',
    'page[number]=99999999999999999999',
    'page[nonsense]=1',
    'page=1',
    'sort=nonsense',
    'sort=-',
    'sort=constructor',
    'include=nonsense',
    'include=__proto__',
    'include=nonsense.more',
    'fields=name',
    '__proto__=1',
    'page[size]=1&page[size]=2',
    '?filter[name]=x',
    '?page[size]=1',
  ];

  it.each(ofResources.filter(([, { serving }]) => serving.does === 'list'))(
    '%s names each one it does not know',
    async (_, route) => {
      if (route.serving.does !== 'list') return;
      const status = route.serving.resource.badParameters === 'invalid_filter' ? 422 : 400;
      for (const query of odd) {
        const answer = await ask(route, status, { path: `${route.path}?${query}`, token: ada.token });
        expect(answer.body.errors[0].source.parameter, query).toBe(query.split('=')[0]);
      }
      const all = await ask(route, status, { path: `${route.path}?a=1&b=2&sort=x`, token: ada.token });
      expect(all.body.errors).toHaveLength(3);
    },
  );

  it.each(ofResources)('%s names the ones that nobody knows', async (_, route) => {
    const { serving } = route;
    if (serving.does === 'endpoint') return;
    const id = await recordOf(serving.resource.type, ada);
    const request = { ...(await requestTo(route, ada, id)), token: ada.token };
    const status = serving.resource.badParameters === 'invalid_filter' ? 422 : 400;
    for (const query of ['nonsense=1', 'filter[nonsense]=1', 'page[nonsense]=1']) {
      const answer = await ask(route, status, {
        ...request,
        path: `${request.path}?${query}`,
      });
      expect(answer.body.errors[0].source.parameter).toBe(query.split('=')[0]);
    }
  });

  it.each(resources.map((resource) => [resource.type, resource] as const))(
    '%s take every filter, sort and include they declare',
    async (type, resource) => {
      if (!resource.operations.includes('list')) return;
      const well = (expects: string): string => {
        if (expects.startsWith('one of ')) return expects.slice(7).split(', ')[0] ?? '';
        if (expects.startsWith('true')) return '1';
        return expects.startsWith('a date') ? '2026-01-31' : '1';
      };
      const queries = [
        ...Object.entries(resource.filters).map(([name, { expects }]) => `filter[${name}]=${well(expects)}`),
        ...resource.sorts.flatMap((name) => [`sort=${name}`, `sort=-${name}`]),
        ...resource.includes.map((path) => `include=${path}`),
        `fields[${type}]=`,
        ...(resource.pageMeta === 'none' ? [] : ['page[size]=1&page[number]=2']),
      ];
      for (const query of queries) await ask(resource, 200, { path: `/${type}?${query}`, token: ada.token });
    },
  );

  it.each(ofResources.filter(([, { serving }]) => serving.does === 'read'))(
    '%s takes no filter, sort or page',
    async (_, route) => {
      if (route.serving.does !== 'read') return;
      const id = await recordOf(route.serving.resource.type, ada);
      const status = route.serving.resource.badParameters === 'invalid_filter' ? 422 : 400;
      for (const query of ['filter[name]=x', 'sort=name', 'page[size]=1']) {
        await ask(route, status, { path: `${pathOf(route, id)}?${query}`, token: ada.token });
      }
    },
  );
});
