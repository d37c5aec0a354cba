import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../shared/kit/jsonapi/document.ts';
import { Problems } from '../../../../shared/kit/values/problems.ts';

const read = (data: object) =>
  readDocument(
    { data: { type: 'toys', ...data } },
    { type: 'toys', id: null, clientIds: 'client_id_forbidden' },
  );

function problemsOf(data: object) {
  try {
    read(data);
  } catch (error) {
    if (error instanceof Problems) return error.problems;
    throw error;
  }
  return [];
}

describe('the relationships of a document', () => {
  it('are ignored when they carry only links or meta', () => {
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

  it('keep only type and id of an identifier', () => {
    const data = { type: 'makers', id: '1', meta: { note: 'x' } };
    expect(read({ relationships: { maker: { data } } }).linkage['maker']).toEqual({
      type: 'makers',
      id: '1',
    });
  });

  it('are all reported by pointer if they are malformed', () => {
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
  it('can be null, which counts as absent', () => {
    expect(read({ id: null, attributes: { name: 'x' } }).attributes).toEqual({ name: 'x' });
  });

  it.each(['', '7', 7, false, {}, []])('cannot be %j', (id) => {
    expect(problemsOf({ id })).toMatchObject([{ code: 'client_id_forbidden', pointer: '/data/id' }]);
  });
});
