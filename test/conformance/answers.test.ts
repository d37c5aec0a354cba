/** Answers: every document of every read is well-formed JSON:API, and every link in it can be followed. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Person } from '../support/calls.ts';
import { withTable } from '../support/table.ts';
import { ask, nameOf, pathOf, recordOf, resources, routes, somebody } from './world.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await somebody();
});

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
function expectWellFormed({ body, headers }: Answer): void {
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
  for (const each of all.filter(({ links }) => links !== undefined)) expectRelationships(each);
}

/** Every relationship has both of its links; a to-one relationship says whom it links, or that it links nobody. */
function expectRelationships({ type, id, relationships = {} }: Linked): void {
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

const reads = routes.flatMap((route) => {
  const { serving } = route;
  return route.method === 'GET' && serving.does !== 'endpoint' && serving.does !== 'action'
    ? [[nameOf(route), { route, ...serving }] as const]
    : [];
});

describe.each(reads)('%s', (_, { route, does, resource }) => {
  it('is well-formed, with every include, and every link leads somewhere', async () => {
    const id = await recordOf(resource.type, ada);
    const path = pathOf(route, id);
    const { token } = ada;
    const answer = await ask(route, 200, { path, token });
    expectWellFormed(answer);
    const includes = does === 'list' || does === 'read' ? resource.includes : [];
    for (const include of includes) {
      expectWellFormed(await ask(route, 200, { path: `${path}?include=${include}`, token }));
    }
    const objects: Linked[] = does === 'linkage' ? [] : listOf(answer.body.data);
    const links = [
      ...Object.values(answer.body.links ?? {}),
      ...objects.flatMap((each) => [
        ...Object.values(each.links ?? {}),
        ...Object.values(each.relationships ?? {}).flatMap((relationship) =>
          Object.values(relationship.links),
        ),
      ]),
    ];
    for (const link of links.filter((each) => typeof each === 'string')) {
      const { pathname, search, origin } = new URL(link);
      expect(origin + pathname).toMatch(/^http:\/\/localhost:3000\/api\/v1\//);
      const type = pathname.split('/')[3];
      const target = routes.find((each) => each.path.split('/')[1] === type);
      if (!target) throw new Error(`Nothing serves ${link}.`);
      await ask(target, 200, { path: pathname + search, token });
    }
  });
});
