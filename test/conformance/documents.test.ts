/** Documents: every write of every resource, given every kind of nonsense. Never a 5xx, and nothing saved. */
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { isWritable, type Writable } from '../../shared/api/define/attribute.ts';
import type { Person } from '../support/calls.ts';
import { withTable } from '../support/table.ts';
import { ask, documentOf, nameOf, pathOf, recordOf, routes, somebody } from './world.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await somebody();
});

const writes = routes.flatMap((route) => {
  const { serving } = route;
  if (serving.does !== 'create' && serving.does !== 'update') return [];
  return [[nameOf(route), { route, does: serving.does, resource: serving.resource }] as const];
});

/** Stands for a number that JSON can say and a double cannot hold. */
const BEYOND = 'beyond all numbers';

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe.each(writes)('%s', (_, { route, does, resource }) => {
  const { type } = resource;
  let id: string;
  let data: Record<string, unknown>;
  const send = (status: number, body: unknown) =>
    ask(route, status, { method: route.method, path: pathOf(route, id), token: ada.token, body });
  const total = async () => {
    if (!resource.operations.includes('list')) return undefined;
    return JSON.stringify((await ask(route, 200, { path: `/${type}`, token: ada.token })).body.data);
  };

  beforeAll(async () => {
    ada = await somebody();
    id = does === 'update' ? await recordOf(type, ada) : '';
    const { attributes, relationships = {} } = await documentOf(type, ada);
    // What can only be chosen once is no part of a valid change.
    const writable = (
      members: Readonly<Record<string, unknown>>,
      declared: Readonly<Record<string, { writable: Writable }>>,
    ) =>
      Object.fromEntries(
        Object.entries(members).filter(([name]) => isWritable(declared[name]?.writable ?? 'never', does)),
      );
    data = {
      type,
      ...(does === 'update' && { id }),
      attributes: writable(attributes, resource.attributes),
      relationships: writable(relationships, resource.relationships),
    };
  });

  it('refuses what is no document, and saves nothing', async () => {
    const before = await total();
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '1',
      '"text"',
      '{"data"',
      deep(100_000),
      `{"data":${deep(50_000)}}`,
    ]) {
      await send(400, body);
    }
    await send(400, Buffer.from(JSON.stringify({ data }).replace(type, `${type}\xff`), 'latin1'));
    for (const wrong of [{}, { data: null }, { data: [] }, { data: 'x' }, { data: [data] }, { errors: [] }]) {
      await send(400, wrong);
    }
    for (const part of ['attributes', 'relationships', 'meta']) {
      for (const value of [null, 1, 'x', []]) await send(400, { data: { ...data, [part]: value } });
    }
    await send(400, { data: { ...data, type: 7 } });
    await send(400, { data: { ...data, relationships: { x: 'y' } } });
    await send(400, { data: { ...data, relationships: { x: { data: { type: 1, id: 2 } } } } });
    expect(await total()).toBe(before);
  });

  it('knows what its type and id must be', async () => {
    const before = await total();
    await send(409, { data: { ...data, type: 'nonsense' } });
    await send(409, { data: { ...data, type: '__proto__' } });
    if (does === 'update') {
      await send(409, { data: { ...data, id: `${id}0` } });
      await send(400, { data: { ...data, id: undefined } });
      await send(400, { data: { ...data, id: Number(id) } });
      await send(409, { data: { ...data, id: null } });
    } else {
      await send(resource.clientIds === 'client_id_conflict' ? 409 : 403, { data: { ...data, id: '17' } });
      await send(resource.clientIds === 'client_id_conflict' ? 409 : 403, { data: { ...data, id: '' } });
    }
    expect(await total()).toBe(before);
  });

  it('refuses attributes of another kind, by their pointers, and saves nothing', async () => {
    const before = await total();
    const strange = [
      BEYOND,
      2 ** 53 + 2,
      -1,
      {},
      { a: {} },
      [[]],
      true,
      '\0',
      '\ud800',
      'x'.repeat(5000),
      '',
    ];
    for (const [name, attribute] of Object.entries(resource.attributes)) {
      if (!isWritable(attribute.writable, does)) continue;
      let refused = 0;
      for (const value of strange) {
        const { success } = v.safeParse(
          attribute.schema,
          value === BEYOND ? Number.POSITIVE_INFINITY : value,
        );
        if (success) continue;
        refused += 1;
        const attributes = { ...(data['attributes'] as object), [name]: value };
        const body = JSON.stringify({ data: { ...data, attributes } }).replace(`"${BEYOND}"`, '1e400');
        const answer = await send(422, body);
        const pointers = answer.body.errors.map(
          (error: { source?: { pointer?: string } }) => error.source?.pointer ?? '',
        );
        expect(pointers.some((pointer: string) => pointer.startsWith(`/data/attributes/${name}`))).toBe(true);
      }
      expect(refused, name).toBeGreaterThan(0);
    }
    expect(await total()).toBe(before);
  });

  it('reports every missing required attribute and relationship at once', async () => {
    if (does === 'update') return;
    const required = [
      ...Object.entries(resource.attributes).flatMap(([name, each]) =>
        each.required ? [`/data/attributes/${name}`] : [],
      ),
      ...Object.entries(resource.relationships).flatMap(([name, each]) =>
        each.required ? [`/data/relationships/${name}`] : [],
      ),
    ];
    if (required.length === 0) return;
    const answer = await send(422, { data: { type } });
    const pointers = answer.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer);
    for (const pointer of required) expect(pointers).toContain(pointer);
  });

  it('takes names of the prototype for unknown members, and the last of two equal keys', async () => {
    const evil = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
    const text = JSON.stringify({ data });
    const body = text.replace(
      '"attributes":{',
      `"attributes":{${resource.unknownMembers === 'refused' ? '' : `${evil},`}`,
    );
    const doubled = body.replace('{"data":', `{"__proto__":{"polluted":true},"data":"first","data":`);
    const { links, data: shown } = (await send(does === 'create' ? 201 : 200, doubled)).body;
    expect(links.self).toBe(`http://localhost:3000/api/v1/${type}/${shown.id}`);
    expect({}).not.toHaveProperty('polluted');
    if (resource.unknownMembers === 'refused') {
      const answer = await send(422, text.replace('"attributes":{', `"attributes":{${evil},`));
      expect(
        answer.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer),
      ).toContain('/data/attributes/__proto__');
    }
  });

  it(`${resource.unknownMembers === 'refused' ? 'refuses' : 'ignores'} what nobody declared and what is read-only`, async () => {
    const fresh = does === 'create' ? await documentOf(type, ada) : { attributes: {} };
    const readOnly = Object.entries(resource.attributes).find(
      ([, { writable }]) => writable === 'never',
    )?.[0];
    const attributes = { ...fresh.attributes, nonsense: 1, ...(readOnly && { [readOnly]: 'x' }) };
    const body = { data: { ...data, ...fresh, attributes } };
    if (resource.unknownMembers === 'refused') {
      const answer = await send(422, body);
      expect(answer.body.errors.length).toBeGreaterThanOrEqual(readOnly ? 2 : 1);
      return;
    }
    const answer = await send(does === 'create' ? 201 : 200, body);
    expect(answer.body.data.attributes).not.toHaveProperty('nonsense');
    if (readOnly) expect(answer.body.data.attributes[readOnly]).not.toBe('x');
  });
});

describe.each(writes.filter(([, { does }]) => does === 'create'))('%s', (_, { route, resource }) => {
  it('takes null for the id that the service chooses', async () => {
    const { type, idPattern } = resource;
    const { token } = ada;
    const body = { data: { type, id: null, ...(await documentOf(type, ada)) } };
    const created = await ask(route, 201, { method: 'POST', path: route.path, token, body });
    expect(created.body.data.id).toMatch(idPattern);
  });
});
