/** Every document that a read responds with is well-formed JSON:API, and every link in it can be followed. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import type { Route } from '../../../../shared/kit/declare/routes.ts';
import { type CallResponse, newAdmin, type Person } from '../../../support/calls.ts';
import { nameOf, pathOf, type World } from '../world.ts';

interface Linked {
  readonly type: string;
  readonly id: string;
  readonly relationships?: Readonly<
    Record<string, { data?: Linked | Linked[] | null; links: Record<string, string> }>
  >;
  readonly links?: Readonly<Record<string, string>>;
}

const keyOf = ({ type, id }: Linked) => `${type}/${id}`;
const listOf = (data: Linked | Linked[] | null | undefined): Linked[] => [data ?? []].flat();

/** Full linkage and no duplicates (JSON:API 1.0, compound documents). */
function expectWellFormed({ body, headers }: CallResponse, resources: readonly Resource[]): void {
  expect(body.jsonapi).toEqual({ version: '1.0' });
  expect(headers).toMatchObject({
    'Content-Type': 'application/vnd.api+json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-RateLimit-Limit': expect.stringMatching(/^\d+$/),
    'X-RateLimit-Remaining': expect.stringMatching(/^\d+$/),
    'X-RateLimit-Reset': expect.stringMatching(/^\d+$/),
  });
  const all: Linked[] = [...listOf(body.data), ...(body.included ?? [])];
  expect(new Set(all.map(keyOf)).size).toBe(all.length);
  const linked = new Set(
    all.flatMap((each) =>
      Object.values(each.relationships ?? {}).flatMap(({ data }) => listOf(data).map(keyOf)),
    ),
  );
  for (const included of body.included ?? []) expect(linked).toContain(keyOf(included));
  for (const each of all.filter(({ links }) => links !== undefined)) expectRelationships(each, resources);
}

/** Every relationship has both of its links; a to-one relationship also has its linkage, or null. */
function expectRelationships({ type, id, relationships = {} }: Linked, resources: readonly Resource[]): void {
  const declared = resources.find((each) => each.type === type)?.relationships ?? {};
  expect(Object.keys(relationships)).toEqual(Object.keys(declared));
  for (const [name, { many }] of Object.entries(declared)) {
    const self = `http://localhost:3000/api/v1/${type}/${id}`;
    expect(relationships[name]?.links).toEqual({
      self: `${self}/relationships/${name}`,
      related: `${self}/${name}`,
    });
    if (!many) expect(relationships[name]).toHaveProperty('data');
  }
}

/** Links of the document, of its resource objects and of their relationships. */
function linksOf({ body }: CallResponse, objects: readonly Linked[]): string[] {
  const links: unknown[] = [
    ...Object.values(body.links ?? {}),
    ...objects.flatMap((each) => [
      ...Object.values(each.links ?? {}),
      ...Object.values(each.relationships ?? {}).flatMap((relationship) => Object.values(relationship.links)),
    ]),
  ];
  return links.filter((each) => typeof each === 'string');
}

const readOf = (route: Route) => {
  const { serving } = route;
  return route.method === 'GET' && serving.does !== 'endpoint' && serving.does !== 'action'
    ? [[nameOf(route), { route, ...serving }] as const]
    : [];
};

export function describeResponses(world: World): void {
  let ada: Person;
  beforeAll(async () => {
    ada = await newAdmin();
  });

  /** The documents of several routes have the same links. */
  const followed = new Set<string>();
  const follow = async (link: string) => {
    if (followed.has(link)) return;
    followed.add(link);
    const { pathname, search, origin } = new URL(link);
    expect(origin + pathname).toMatch(/^http:\/\/localhost:3000\/api\/v1\//);
    const type = pathname.split('/')[3];
    const target = world.routes.find((each) => each.path.split('/')[1] === type);
    if (!target) throw new Error(`No route serves ${link}.`);
    await world.ask(target, 200, { path: pathname + search, token: ada.token });
  };

  describe.each(world.routes.flatMap(readOf))('%s', (_, { route, does, resource }) => {
    it('returns a well-formed document with working links, even with every include', async () => {
      const path = pathOf(route, await world.recordOf(resource.type, ada));
      const { token } = ada;
      const response = await world.ask(route, 200, { path, token });
      expectWellFormed(response, world.resources);
      const includes = does === 'list' || does === 'read' ? resource.includes : [];
      for (const include of world.someFor(route, includes)) {
        const compound = await world.ask(route, 200, { path: `${path}?include=${include}`, token });
        expectWellFormed(compound, world.resources);
      }
      const objects = does === 'linkage' ? [] : listOf(response.body.data);
      for (const link of world.someFor(route, linksOf(response, objects))) await follow(link);
    });
  });
}
