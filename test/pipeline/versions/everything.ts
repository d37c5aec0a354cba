/** Reads everything that a caller can read of an organization. */
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { isLong } from '../../support/long-run.ts';
import { pathOf } from '../../table/conformance/world.ts';
import type { Business } from './business.ts';
import { world } from './two-versions.ts';

export type Everything = Readonly<Record<string, unknown>>;

/** Members that only this version shows, all of them in `meta`. */
const added = new Set(['live-on', 'report', 'attempts', 'next-attempt-at']);

/** Omits links to files, which differ in each response, and what only this version shows. */
function comparable(name: string, value: unknown): unknown {
  if (name === 'download-url' || added.has(name)) return undefined;
  return name === 'meta' && Object.keys(Object(value)).length === 0 ? undefined : value;
}

/** Lists every type, in long runs by each of its sorts too, and reads the first record of each and what is related to it. */
export async function everythingOf({ person: { token } }: Business): Promise<Everything> {
  const found: Record<string, unknown> = {};
  const get = async ({ group }: Route, path: string) => {
    const response = await world.ask({ group }, 200, { path, token });
    found[path] = JSON.parse(JSON.stringify(response.body), comparable);
    return response.body;
  };
  const first = new Map<string, string>();
  const read = world.routes.filter(({ method, serving }) => method === 'GET' && serving.does !== 'endpoint');
  for (const route of read) {
    const { serving } = route;
    if (serving.does !== 'list') continue;
    const { type, sorts, owner, pageMeta } = serving.resource;
    if (owner === 'platform') continue;
    const page = pageMeta === 'none' ? [] : ['page[size]=50'];
    const sorted = isLong ? sorts.map((sort) => `sort=-${sort}`) : [];
    const lists = ['', ...sorted].map((sort) => `/${type}?${[...page, sort].join('&')}`);
    for (const path of lists) {
      const { data } = await get(route, path);
      if (data[0]) first.set(type, data[0].id);
    }
  }
  for (const route of read) {
    const { serving } = route;
    if (serving.does === 'endpoint') continue;
    const id = first.get(serving.resource.type);
    if (id === undefined || !route.path.includes('{id}')) continue;
    const { includes } = serving.resource;
    const all = serving.does === 'read' && includes.length > 0 ? `?include=${includes.join()}` : '';
    await get(route, pathOf(route, id) + all);
  }
  return found;
}
