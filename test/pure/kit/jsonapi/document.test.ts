import { describe, expect, it } from 'vitest';
import {
  type Expected,
  readDocument,
  readEach,
  readLinkageDocument,
} from '../../../../shared/kit/jsonapi/document.ts';
import { Problems } from '../../../../shared/kit/values/problems.ts';

const created: Expected = { type: 'toys', id: null, clientIds: 'client_id_forbidden' };
const read = (data: object) => readDocument({ data: { type: 'toys', ...data } }, created);

const problemsOf = (data: object) => problemsOfReading(() => read(data));

function problemsOfReading(reading: () => unknown) {
  try {
    reading();
  } catch (error) {
    if (error instanceof Problems) return error.problems;
    throw error;
  }
  return [];
}

describe('the relationships of a document', () => {
  it('are ignored if they have only links or meta', () => {
    const relationships = { maker: { links: { related: '/x' } }, parts: { meta: {} } };
    expect(read({ relationships }).linkage).toEqual({});
  });

  it('have at most 1,000 identifiers', () => {
    const sent = (count: number) => ({
      relationships: { parts: { data: Array.from({ length: count }, () => ({ type: 'parts', id: '1' })) } },
    });
    expect(read(sent(1000)).linkage['parts']).toHaveLength(1000);
    expect(problemsOf(sent(1001))).toMatchObject([
      { code: 'malformed_document', pointer: '/data/relationships/parts/data' },
    ]);
  });

  it('can be empty, to-one or to-many', () => {
    const one = { type: 'makers', id: '1' };
    const relationships = { none: { data: null }, one: { data: one }, many: { data: [one, one] } };
    expect(read({ relationships }).linkage).toEqual({ none: null, one, many: [one, one] });
  });

  it('keep only type and id of each identifier', () => {
    const data = { type: 'makers', id: '1', meta: { note: 'x' } };
    expect(read({ relationships: { maker: { data } } }).linkage['maker']).toEqual({
      type: 'makers',
      id: '1',
    });
  });

  it('are all reported by pointer when malformed', () => {
    const relationships = { 'a/b': 1, 'c~d': { data: 'x' }, ok: { data: null } };
    expect(problemsOf({ relationships }).map(({ pointer }) => pointer)).toEqual([
      '/data/relationships/a~1b',
      '/data/relationships/c~0d/data',
    ]);
  });

  it('can have the names of Object.prototype members', () => {
    const relationships = JSON.parse('{"__proto__":{"data":null},"constructor":{"data":null}}');
    expect(Object.keys(read({ relationships }).linkage)).toEqual(['__proto__', 'constructor']);
  });
});

describe('the id of a create document', () => {
  it('can be null, which means absent', () => {
    expect(read({ id: null, attributes: { name: 'x' } }).attributes).toEqual({ name: 'x' });
  });

  it.each(['', '7', 7, false, {}, []])('cannot be %j', (id) => {
    expect(problemsOf({ id })).toMatchObject([{ code: 'client_id_forbidden', pointer: '/data/id' }]);
  });
});

describe('a request document', () => {
  const NO_DOCUMENT = 'The body must be a JSON:API document.';
  it.each([
    [undefined, '', `The body is empty. It must be a JSON:API document.`],
    [null, '', NO_DOCUMENT],
    ['x', '', NO_DOCUMENT],
    [[], '', NO_DOCUMENT],
    [{}, '', 'The document must have a data member.'],
    [{ data: null }, '/data', 'data must be a resource object.'],
    [{ data: [] }, '/data', 'data must be a resource object.'],
  ])('is not a record if it is %j', (body, pointer, detail) => {
    expect(problemsOfReading(() => readDocument(body, created))).toEqual([
      { code: 'malformed_document', pointer, detail },
    ]);
  });

  it.each([
    [{}, 'malformed_document', '/data/type', 'data.type must be a string.'],
    [{ type: 7 }, 'malformed_document', '/data/type', 'data.type must be a string.'],
    [{ type: 'dolls' }, 'type_conflict', '/data/type', 'data.type must be toys.'],
    [{ type: 'toys' }, 'malformed_document', '/data/id', 'data.id must be the id in the path.'],
    [{ type: 'toys', id: 7 }, 'malformed_document', '/data/id', 'data.id must be a string.'],
    [{ type: 'toys', id: '8' }, 'id_conflict', '/data/id', 'data.id must be the id in the path.'],
    [{ type: 'toys', id: null }, 'id_conflict', '/data/id', 'data.id must be the id in the path.'],
  ])('does not match the record in the path with %j', (data, code, pointer, detail) => {
    const updated: Expected = { ...created, id: '7' };
    expect(problemsOfReading(() => readDocument({ data }, updated))).toEqual([{ code, pointer, detail }]);
    expect(readDocument({ data: { type: 'toys', id: '7' } }, updated).attributes).toEqual({});
  });

  it.each([
    ['attributes', 1],
    ['relationships', []],
    ['meta', null],
  ])('names %s that are not objects', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([
      { code: 'malformed_document', pointer: `/data/${name}`, detail: `${name} must be an object.` },
    ]);
  });
});

describe('a linkage document', () => {
  it.each([null, { type: 'makers', id: '1' }, [], [{ type: 'parts', id: '1' }]])('can be %j', (data) => {
    expect(readLinkageDocument({ data })).toEqual(data);
  });

  it.each([
    1,
    'x',
    {},
    { type: 'parts' },
    { id: '1' },
    { type: 'parts', id: 1 },
    { type: 1, id: '1' },
    [null],
  ])('cannot be %j', (data) => {
    expect(problemsOfReading(() => readLinkageDocument({ data }))).toEqual([
      {
        code: 'malformed_document',
        pointer: '/data',
        detail: 'data must be resource linkage: null, {type, id}, or a list of at most 1000 of these.',
      },
    ]);
  });
});

describe('a document of several records', () => {
  const each = (data: unknown) => readEach({ data }, 2, (item) => readDocument(item, created).attributes);
  const toy = (attributes: object) => ({ type: 'toys', attributes });

  it('has the attributes of each record', () => {
    expect(each([toy({ name: 'a' }), toy({ name: 'b' })])).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it.each([
    [{}, 'malformed_document', 'data must be a list of resource objects.'],
    [[], 'invalid_value', 'data must have 1 to 2 items.'],
    [[toy({}), toy({}), toy({})], 'invalid_value', 'data must have 1 to 2 items.'],
  ])('cannot be %j', (data, code, detail) => {
    expect(problemsOfReading(() => each(data))).toEqual([{ code, pointer: '/data', detail }]);
  });

  it('has the problems of all records, by position', () => {
    const data = [toy({}), { type: 'toys', attributes: 1, meta: 2 }];
    expect(problemsOfReading(() => each(data)).map(({ pointer }) => pointer)).toEqual([
      '/data/1/attributes',
      '/data/1/meta',
    ]);
    expect(problemsOfReading(() => each([7, toy({})])).map(({ pointer }) => pointer)).toEqual(['/data/0']);
  });

  it('does not hide a fault of the service', () => {
    const broken = () => {
      throw new Error('broken');
    };
    expect(() => readEach({ data: [toy({})] }, 2, broken)).toThrow('broken');
  });
});
