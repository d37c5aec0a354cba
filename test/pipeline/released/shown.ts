/** What people see of a stage: every GET, with one record of each type. */
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { type Person, send } from '../../support/calls.ts';
import { service } from '../../table/conformance/service.ts';

export interface Shown {
  readonly person: string;
  readonly path: string;
  readonly status: number;
  /** The record, or the ids of a list. */
  readonly data: unknown;
}

interface Identified {
  readonly type: string;
  readonly id: string;
}

const routes = service.routes.filter(
  ({ method, access, serving }) => method === 'GET' && access !== 'public' && serving.does !== 'endpoint',
);

/** Lists that need filters. */
const query: Readonly<Record<string, string>> = {
  '/royalties/statements': 'filter[period-from]=2026-10&filter[period-to]=2026-10&group=track',
};

/** @returns what the GET shows now. */
export async function shown({ token, userId }: Person, route: Route, path: string): Promise<Shown> {
  const response = await send(service.handlerOf(route.group), { path, token });
  const data: unknown = response.body?.data ?? null;
  const isList = Array.isArray(data);
  const ids = isList ? data.map(({ type, id }: Identified) => `${type} ${id}`) : undefined;
  return { person: userId, path, status: response.status, data: ids ?? data };
}

/** @returns the route that serves a path. */
export function routeOf(path: string): Route {
  const [bare = ''] = path.split('?');
  const route = routes.find((each) => new RegExp(`^${each.path.replace('{id}', '[^/]+')}$`).test(bare));
  if (!route) throw new Error(`No GET serves ${path}.`);
  return route;
}

async function shownTo(person: Person): Promise<Shown[]> {
  const all: Shown[] = [];
  const first = new Map<string, string>();
  for (const route of routes.filter(({ path }) => !path.includes('{id}'))) {
    const list = await shown(person, route, `${route.path}?${query[route.path] ?? 'page[size]=100'}`);
    all.push(list);
    const [name] = Array.isArray(list.data) ? list.data : [];
    const [type, id] = String(name ?? '').split(' ');
    if (type !== undefined && id !== undefined) first.set(type, id);
  }
  for (const route of routes.filter(({ path }) => path.includes('{id}'))) {
    const id = 'resource' in route.serving ? first.get(route.serving.resource.type) : undefined;
    if (id !== undefined) all.push(await shown(person, route, route.path.replace('{id}', id)));
  }
  return all;
}

/** Reference data is the same for all, and not in rows. */
const isOfRows = (route: Route): boolean =>
  !('resource' in route.serving) || route.serving.resource.owner !== 'platform';

export async function everythingShown(people: readonly Person[]): Promise<Shown[]> {
  const all: Shown[] = [];
  for (const person of people) all.push(...(await shownTo(person)));
  return all.filter(({ path }) => isOfRows(routeOf(path)));
}
