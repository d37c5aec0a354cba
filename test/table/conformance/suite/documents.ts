/** Sends every kind of broken document to every create and update: never a 5xx, and nothing saved. */
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { isWritable } from '../../../../shared/kit/declare/attribute.ts';
import { creationStatus } from '../../../../shared/kit/declare/resource.ts';
import { nameOf, type World } from '../world.ts';
import { Sending, type Writing } from './sending.ts';

export function describeDocuments(world: World): void {
  const writes = world.routes.flatMap((route): (readonly [string, Writing])[] => {
    const { serving } = route;
    if (serving.does !== 'create' && serving.does !== 'update') return [];
    return [[nameOf(route), { route, does: serving.does, resource: serving.resource }]];
  });
  describe.each(writes)('%s', (_, writing) => {
    const sending = new Sending(world, writing);
    beforeAll(() => sending.begin());
    describeShapes(sending, { ...writing, some: (values) => world.someFor(writing.route, values) });
    describeMembers(sending, writing);
    if (writing.does === 'create') describeCreation(sending, writing);
  });
}

/** Stands for a number that JSON can express and a double cannot hold. */
const BEYOND = 'beyond all numbers';

const STRANGE = [BEYOND, 2 ** 53 + 2, -1, {}, { a: {} }, [[]], true, '\0', '\ud800', 'x'.repeat(5000), ''];

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

interface Shaping extends Writing {
  /** Those of a run. */
  readonly some: <T>(values: readonly T[]) => T[];
}

function describeShapes(sending: Sending, { does, resource, some }: Shaping): void {
  const { type } = resource;
  const { send, saved } = sending;

  it('rejects a body that is not a document, and saves nothing', async () => {
    const before = await saved();
    for (const body of some([
      '',
      '{',
      'null',
      '[]',
      '1',
      '"text"',
      '{"data"',
      deep(100_000),
      `{"data":${deep(50_000)}}`,
    ])) {
      await send(400, body);
    }
    await send(
      400,
      Buffer.from(JSON.stringify({ data: sending.data }).replace(type, `${type}\xff`), 'latin1'),
    );
    for (const wrong of some([
      {},
      { data: null },
      { data: [] },
      { data: 'x' },
      { data: [sending.data] },
      { errors: [] },
    ])) {
      await send(400, wrong);
    }
    for (const part of ['attributes', 'relationships', 'meta']) {
      for (const value of some([null, 1, 'x', []]))
        await send(400, { data: { ...sending.data, [part]: value } });
    }
    await send(400, { data: { ...sending.data, type: 7 } });
    await send(400, { data: { ...sending.data, relationships: { x: 'y' } } });
    await send(400, { data: { ...sending.data, relationships: { x: { data: { type: 1, id: 2 } } } } });
    expect(await saved()).toEqual(before);
  });

  it('rejects a wrong type or id, and saves nothing', async () => {
    const before = await saved();
    await send(409, { data: { ...sending.data, type: 'nonsense' } });
    await send(409, { data: { ...sending.data, type: '__proto__' } });
    if (does === 'update') {
      await send(409, { data: { ...sending.data, id: `${sending.id}0` } });
      await send(400, { data: { ...sending.data, id: undefined } });
      await send(400, { data: { ...sending.data, id: Number(sending.id) } });
      await send(409, { data: { ...sending.data, id: null } });
    } else {
      await send(resource.clientIds === 'client_id_conflict' ? 409 : 403, {
        data: { ...sending.data, id: '17' },
      });
      await send(resource.clientIds === 'client_id_conflict' ? 409 : 403, {
        data: { ...sending.data, id: '' },
      });
    }
    expect(await saved()).toEqual(before);
  });
}

function describeMembers(sending: Sending, { does, resource }: Writing): void {
  const { type } = resource;
  const { send, saved, freshDocument } = sending;

  it('rejects invalid attributes by their pointers, and saves nothing', async () => {
    const before = await saved();
    const writable = Object.entries(resource.attributes).filter(([, each]) =>
      isWritable(each.writable, does),
    );
    const rejected = new Set<string>();
    for (const value of STRANGE) {
      const read = value === BEYOND ? Number.POSITIVE_INFINITY : value;
      const invalid = writable.flatMap(([name, { schema }]) =>
        v.safeParse(schema, read).success ? [] : [name],
      );
      if (invalid.length === 0) continue;
      const sent = Object.fromEntries(invalid.map((name) => [name, value]));
      const attributes = { ...(sending.data['attributes'] as object), ...sent };
      const body = JSON.stringify({ data: { ...sending.data, attributes } });
      const response = await send(422, body.replaceAll(`"${BEYOND}"`, '1e400'));
      const pointers: string[] = response.body.errors.map(
        (error: { source?: { pointer?: string } }) => error.source?.pointer ?? '',
      );
      const isNamed = (name: string) =>
        pointers.some((pointer) => `${pointer}/`.startsWith(`/data/attributes/${name}/`));
      expect(invalid.filter((name) => !isNamed(name))).toEqual([]);
      for (const name of invalid) rejected.add(name);
    }
    expect(writable.map(([name]) => name).filter((name) => !rejected.has(name))).toEqual([]);
    expect(await saved()).toEqual(before);
  });

  it('reports every missing required attribute and relationship together', async () => {
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
    const response = await send(422, { data: { type } });
    const pointers = response.body.errors.map(
      (error: { source: { pointer: string } }) => error.source.pointer,
    );
    for (const pointer of required) expect(pointers).toContain(pointer);
  });

  it('treats prototype names as unknown members and takes the last of duplicate keys', async () => {
    const evil = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
    const text = JSON.stringify({ data: sending.data });
    const withEvil = text.replace('"attributes":{', `"attributes":{${evil},`).replace(',}', '}');
    const body = resource.unknownMembers === 'rejected' ? text : withEvil;
    const doubled = body.replace('{"data":', `{"__proto__":{"polluted":true},"data":"first","data":`);
    const { links, data: shown } = (await send(does === 'create' ? creationStatus(resource) : 200, doubled))
      .body;
    expect(links.self).toBe(`http://localhost:3000/api/v1/${type}/${shown.id}`);
    expect({}).not.toHaveProperty('polluted');
    if (resource.unknownMembers === 'rejected') {
      const response = await send(422, withEvil);
      expect(
        response.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer),
      ).toContain('/data/attributes/__proto__');
    }
  });

  it(`${resource.unknownMembers === 'rejected' ? 'rejects' : 'ignores'} unknown and read-only attributes`, async () => {
    const fresh = does === 'create' ? await freshDocument() : { attributes: {} };
    const readOnly = Object.entries(resource.attributes).find(
      ([, { writable }]) => writable === 'never',
    )?.[0];
    const attributes = { ...fresh.attributes, nonsense: 1, ...(readOnly && { [readOnly]: 'x' }) };
    const body = { data: { ...sending.data, ...fresh, attributes } };
    if (resource.unknownMembers === 'rejected') {
      const response = await send(422, body);
      expect(response.body.errors.length).toBeGreaterThanOrEqual(readOnly ? 2 : 1);
      return;
    }
    const response = await send(does === 'create' ? creationStatus(resource) : 200, body);
    expect(response.body.data.attributes).not.toHaveProperty('nonsense');
    if (readOnly) expect(response.body.data.attributes[readOnly]).not.toBe('x');
  });
}

function describeCreation({ send, freshDocument }: Sending, { resource }: Writing): void {
  const { type, idPattern } = resource;
  it('accepts a null id, and the service chooses one', async () => {
    const created = await send(creationStatus(resource), {
      data: { type, id: null, ...(await freshDocument()) },
    });
    expect(created.body.data.id).toMatch(idPattern);
  });
}
