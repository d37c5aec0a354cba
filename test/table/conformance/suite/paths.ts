/**
 * Calls every route with wrong paths, methods, media types and query parameters. Where a route has one request, a run
 * takes a third of the routes; otherwise, it takes a third of the requests to each.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBody, type Route } from '../../../../shared/kit/declare/routes.ts';
import { MEDIA_TYPE } from '../../../../shared/kit/jsonapi/types.ts';
import { readSettings } from '../../../../shared/platform/settings.ts';
import { newAdmin, type Person, send } from '../../../support/calls.ts';
import { everyThird } from '../../../support/long-run.ts';
import { byName, pathOf, type World } from '../world.ts';
import { describeParameters } from './parameters.ts';

export function describePaths(world: World): void {
  let ada: Person;
  beforeAll(async () => {
    ada = await newAdmin();
  });
  const person = () => ada;
  describe('a path', () => describePath(world, person));
  describe('media types', () => describeMediaTypes(world, person));
  describe('query parameters', () => describeParameters(world, person));
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'TRACE'];
const IMPOSSIBLE_IDS = [
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
];

function describePath(world: World, person: () => Person): void {
  const { routes } = world;
  const ofResources = routes.filter(({ serving }) => serving.does !== 'endpoint');
  const reads = ofResources.filter(({ method }) => method === 'GET');

  it.each([...new Set(routes.map(({ path }) => path))])(
    '%s returns 405 with Allow for other methods',
    async (path) => {
      const here = routes.filter((route) => route.path === path);
      const [route] = here;
      if (!route) throw new Error('No route.');
      for (const method of world.someFor(route, METHODS)) {
        if (here.some((each) => each.method === method)) continue;
        const response = await world.ask(route, 405, { method, path: pathOf(route, '1') });
        for (const each of here) expect(response.headers['Allow']).toContain(each.method);
      }
    },
  );

  it.each(everyThird(byName(routes)))(
    '%s returns 414 for a URL of more than 8,000 bytes',
    async (_, route) => {
      const path = pathOf(route, '1');
      const long = `filter[x]=${'%C3%A9'.repeat(1500)}`;
      const { body } = await world.ask(route, 414, { method: route.method, path: `${path}?${long}` });
      expect(body.errors).toEqual([expect.objectContaining({ status: '414', code: 'url_too_long' })]);
      const shorter = await send(world.handlerOf(route.group), {
        method: route.method,
        path: `${path}?${long.slice(0, 7900)}`,
      });
      expect(shorter.status).not.toBe(414);
    },
  );

  it.each(everyThird([...new Set(routes.map(({ path }) => path))]))(
    '%s returns 404 for a trailing slash before checking anything else',
    async (path) => {
      const route = routes.find((each) => each.path === path);
      if (!route) throw new Error('No route.');
      const response = await world.ask(route, 404, { method: route.method, path: `${pathOf(route, '1')}/` });
      expect(response.body.errors[0]).toMatchObject({
        detail: 'The API does not have this path. Remove the trailing slash.',
      });
    },
  );

  it.each(byName(reads.filter(({ path }) => path.lastIndexOf('/') > 0)))(
    '%s returns 404 for a percent-encoded last segment',
    async (_, route) => {
      if (route.serving.does === 'endpoint') return;
      const { token } = person();
      const path = pathOf(route, await world.recordOf(route.serving.resource.type, person()));
      await world.ask(route, 200, { path, token });
      const place = path.lastIndexOf('/');
      const start = path.slice(0, place);
      const end = path.slice(place + 1);
      const letter = `%${end.charCodeAt(0).toString(16)}`;
      const encodings = [`%2F${end}`, `%2f${end}`, `%252F${end}`, `/${letter}${end.slice(1)}`];
      for (const encoded of world.someFor(route, encodings))
        await world.ask(route, 404, { path: start + encoded, token });
    },
  );

  const unlisted = world.resources.filter(
    ({ operations }) => !operations.includes('list') && !operations.includes('create'),
  );
  it.each(unlisted.map((resource) => [`/${resource.type}`, resource] as const))(
    '%s returns 404 because the type has no list',
    async (path, resource) => {
      const response = await world.ask(resource, 404, { path, token: person().token });
      expect(response.body.errors[0].detail).toBe('The API does not have this path.');
    },
  );

  it.each(byName(ofResources.filter(({ path }) => path.includes('{id}'))))(
    '%s returns 404 for unknown and impossible ids',
    async (_, route) => {
      const isPlatform = route.serving.does !== 'endpoint' && route.serving.resource.owner === 'platform';
      const ids = isPlatform ? IMPOSSIBLE_IDS : ['1', ...IMPOSSIBLE_IDS];
      for (const id of world.someFor(route, ids)) {
        const request = await world.rejectedRequestTo(route, person(), id);
        await world.ask(route, 404, { ...request, path: pathOf(route, id), token: person().token });
      }
    },
  );
}

function describeMediaTypes(world: World, person: () => Person): void {
  const { routes } = world;
  const writing = routes.filter(({ method }) => method !== 'GET');
  const validRequest = async (route: Route) => ({
    ...(await world.rejectedRequestTo(route, person(), '1')),
    token: person().token,
  });

  it.each(byName(writing))('%s returns 415 for a body of any other media type', async (_, route) => {
    const isJson = route.serving.does === 'endpoint';
    const request = { ...(await validRequest(route)), body: '{}' };
    const wrong = ['', 'text/plain', 'application/xml', isJson ? MEDIA_TYPE : 'application/json'];
    if (!isJson) wrong.push(`${MEDIA_TYPE}; charset=utf-8`, `${MEDIA_TYPE};ext=bulk`);
    for (const type of world.someFor(route, wrong))
      await world.ask(route, 415, { ...request, headers: { 'content-type': type } });
  });

  it.each(everyThird(byName(routes), 1))(
    '%s returns 406 if a client accepts JSON:API only with parameters',
    async (_, route) => {
      const headers = { accept: `${MEDIA_TYPE}; charset=utf-8` };
      await world.ask(route, 406, { ...(await validRequest(route)), headers });
    },
  );

  it('are negotiated: any Accept header that allows JSON:API is served', async () => {
    const route = routes.find(({ serving }) => serving.does === 'list');
    if (!route) throw new Error('No type has a list.');
    for (const accept of [
      '*/*',
      'application/*',
      `${MEDIA_TYPE};q=0.5`,
      `${MEDIA_TYPE}; a=b, ${MEDIA_TYPE}`,
      'text/html, */*;q=0.1',
    ]) {
      const request = { path: route.path, token: person().token, headers: { accept } };
      const response = await world.ask(route, 200, request);
      expect(response.headers['Content-Type']).toBe(MEDIA_TYPE);
    }
  });

  it.each(everyThird(byName(writing.filter(hasBody)), 2))(
    '%s returns 413 for a body over 1 MB',
    async (_, route) => {
      const contentType = route.serving.does === 'endpoint' ? 'application/json' : MEDIA_TYPE;
      const request = { ...(await validRequest(route)), body: `"${'x'.repeat(1024 * 1024)}"` };
      await world.ask(route, 413, { ...request, headers: { 'content-type': contentType } });
    },
  );

  it.each(everyThird(byName(writing.filter(hasBody))))(
    '%s returns 400 for a body nested too deeply',
    async (_, route) => {
      const contentType = route.serving.does === 'endpoint' ? 'application/json' : MEDIA_TYPE;
      const request = { ...(await validRequest(route)), headers: { 'content-type': contentType } };
      const { depth } = readSettings().bodyLimits;
      const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
      const { body } = await world.ask(route, 400, { ...request, body: nested(depth + 1) });
      expect(body.errors).toEqual([expect.objectContaining({ code: 'body_too_deep' })]);
      const other = await send(world.handlerOf(route.group), { ...request, body: nested(depth) });
      expect(other.body?.errors?.[0]).not.toMatchObject({ code: 'body_too_deep' });
    },
  );
}
