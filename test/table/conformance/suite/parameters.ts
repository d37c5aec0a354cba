/** Query parameters that no route accepts, and those that only lists accept. */
import { expect, it } from 'vitest';
import type { Route } from '../../../../shared/kit/declare/routes.ts';
import type { Person } from '../../../support/calls.ts';
import { everyThird } from '../../../support/long-run.ts';
import { byName, nameOf, pathOf, type World } from '../world.ts';

const UNKNOWN = [
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

/** Routes of resources, each with the status of its response to a bad parameter. */
const resourceRoutes = (routes: readonly Route[]) =>
  routes.flatMap((route) => {
    const { serving } = route;
    if (serving.does === 'endpoint') return [];
    const { resource, does } = serving;
    const status = resource.badParameters.invalid === 'invalid_filter' ? 422 : 400;
    return [[nameOf(route), { route, does, resource, status }] as const];
  });

export function describeParameters(world: World, person: () => Person): void {
  const cases = resourceRoutes(world.routes);

  it.each(cases.filter(([, { does }]) => does === 'list'))(
    '%s rejects each unknown or malformed parameter by name',
    async (_, { route, status }) => {
      const { token } = person();
      for (const query of world.someFor(route, UNKNOWN)) {
        const response = await world.ask(route, status, { path: `${route.path}?${query}`, token });
        expect(response.body.errors[0].source.parameter, query).toBe(query.split('=')[0]);
      }
      const all = await world.ask(route, status, { path: `${route.path}?a=1&b=2&sort=x`, token });
      expect(all.body.errors).toHaveLength(3);
    },
  );

  it.each(cases)(
    '%s rejects by name parameters that exist on no route',
    async (_, { route, resource, status }) => {
      const id = await world.recordOf(resource.type, person());
      const request = { ...(await world.rejectedRequestTo(route, person(), id)), token: person().token };
      const unknown = ['nonsense=1', 'filter[nonsense]=1', 'page[nonsense]=1'];
      for (const query of world.someFor(route, unknown)) {
        const response = await world.ask(route, status, { ...request, path: `${request.path}?${query}` });
        expect(response.body.errors[0].source.parameter).toBe(query.split('=')[0]);
      }
    },
  );

  it.each(everyThird(cases.filter(([, { does }]) => does === 'read')))(
    '%s takes no filter, sort or page',
    async (_, { route, resource, status }) => {
      const path = pathOf(route, await world.recordOf(resource.type, person()));
      for (const query of ['filter[name]=x', 'sort=name', 'page[size]=1'])
        await world.ask(route, status, { path: `${path}?${query}`, token: person().token });
    },
  );

  const lists = world.routes.filter(({ serving }) => serving.does === 'list');
  it.each(byName(lists))('%s accepts every include, sparse fieldset and page', async (_, route) => {
    const { serving } = route;
    if (serving.does !== 'list') return;
    const { type, includes, pageMeta } = serving.resource;
    const queries = [
      ...includes.map((path) => `include=${path}`),
      `fields[${type}]=`,
      ...(pageMeta === 'none' ? [] : ['page[size]=1&page[number]=2']),
    ];
    for (const query of world.someFor(route, queries))
      await world.ask(serving.resource, 200, { path: `/${type}?${query}`, token: person().token });
  });
}
