import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { attr, text } from '../../../../shared/kit/declare/attribute.ts';
import { toMany, toOne } from '../../../../shared/kit/declare/relationship.ts';
import { ignoredMembers, MAX_IGNORED, MAX_NAME } from '../../../../shared/kit/jsonapi/ignored-members.ts';
import { defineResource } from '../../../support/undescribed.ts';

const size = v.object({ width: v.number(), place: v.optional(v.object({ shelf: v.number() })) });
const toys = defineResource({
  type: 'toys',
  group: 'toys',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    title: attr(text(1, 40)),
    tile: attr(text(1, 40)),
    secret: attr(text(1, 40), { readable: 'never', kept: false }),
    internal: attr(v.string(), { writable: 'never', readable: 'never' }),
    'created-at': attr(text(1), { writable: 'never' }),
    sizes: attr(v.nullable(v.pipe(v.array(size), v.maxLength(9)))),
    notes: attr(v.array(v.unknown()), { kept: false, sent: v.array(size) }),
    strict: attr(v.strictObject({ a: v.optional(v.number()) })),
    seen: attr(v.array(size), { writable: 'never' }),
  },
  relationships: { maker: toOne('makers'), parts: toMany('parts', { writable: 'never' }) },
  operations: ['create', 'update'],
});

const ignored = (members: object, more: object = {}) =>
  ignoredMembers({ data: { type: 'toys', ...members } }, { ...toys, ...more })?.ignored ?? [];
const nearestTo = (name: string) => ignored({ attributes: { [name]: 1 } })[0]?.nearest;

describe('an ignored member', () => {
  it('is an attribute or relationship that the type lacks', () => {
    const attributes = { title: 'x', titel: 'x' };
    const relationships = { makers: {}, maker: { data: null }, others: { data: [] } };
    expect(ignored({ attributes, relationships })).toEqual([
      { pointer: '/data/attributes/titel', nearest: 'title' },
      { pointer: '/data/relationships/makers', nearest: 'maker' },
      { pointer: '/data/relationships/others', nearest: null },
    ]);
  });

  it('is not a read-only or write-only member', () => {
    const attributes = { 'created-at': 'x', secret: 'x' };
    expect(ignored({ attributes, relationships: { parts: { data: [] } } })).toEqual([]);
  });

  it.each([
    ['titles', 'title'],
    ['tilee', 'tile'],
    ['Title', 'title'],
    ['ttl', 'title'],
    ['description', null],
    ['created_at', 'created-at'],
    ['secrt', 'secret'],
    ['internal', null],
    ['interna', null],
    ['maker', 'maker'],
    ['prts', 'parts'],
  ])('is compared by name: %s is close to %s', (name, nearest) => expect(nearestTo(name)).toBe(nearest));

  it('can have any name, escaped in its pointer', () => {
    const attributes = JSON.parse('{"a/b":1,"c~d":1,"__proto__":1,"constructor":1,"":1}') as object;
    expect(ignored({ attributes }).map(({ pointer }) => pointer)).toEqual([
      '/data/attributes/a~1b',
      '/data/attributes/c~0d',
      '/data/attributes/__proto__',
      '/data/attributes/constructor',
      '/data/attributes/',
    ]);
  });

  it('has the index of its list item in its pointer', () => {
    const data = [{ type: 'toys' }, { type: 'toys', attributes: { titel: 'x' } }];
    expect(ignoredMembers({ data }, toys)).toEqual({
      ignored: [{ pointer: '/data/1/attributes/titel', nearest: 'title' }],
    });
  });

  it.each(['sizes', 'notes'])('can be nested in an attribute, such as an item of %s', (name) => {
    const items = [{ width: 1 }, { widht: 1, place: { shelf: 2, 'a/b': 3 } }, 7, null];
    expect(ignored({ attributes: { [name]: items } })).toEqual([
      { pointer: `/data/attributes/${name}/1/widht`, nearest: 'width' },
      { pointer: `/data/attributes/${name}/1/place/a~1b`, nearest: null },
    ]);
  });

  it('is not nested in an attribute that is read-only or rejects unknown members', () => {
    expect(ignored({ attributes: { seen: [{ widht: 1 }], strict: { b: 1 }, sizes: null } })).toEqual([]);
  });

  it('can be a known member of the type at a wrong place, which comes first', () => {
    const known = [{ pointer: '/data/attributes/tile', nearest: null }];
    const body = { data: { attributes: { tile: 'x', titel: 'x' } } };
    expect(ignoredMembers(body, toys, known)?.ignored).toEqual([
      ...known,
      { pointer: '/data/attributes/titel', nearest: 'title' },
    ]);
  });

  it('is not reported where unknown members are rejected or without a document', () => {
    expect(ignored({ attributes: { titel: 'x' } }, { unknownMembers: 'rejected' })).toEqual([]);
    for (const body of [undefined, null, 7, {}, { data: null }])
      expect(ignoredMembers(body, toys)).toBeUndefined();
  });

  it('is listed within limits on number and name length', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`a${index}`, 1]));
    const found = ignoredMembers({ data: { attributes: many } }, toys);
    expect(found?.ignored).toHaveLength(MAX_IGNORED);
    expect(found?.['ignored-more']).toBe(100_000 - MAX_IGNORED);
    const long = { ['x'.repeat(MAX_NAME)]: 1, ['x'.repeat(MAX_NAME + 1)]: 1 };
    expect(ignored({ attributes: long }).map(({ pointer }) => pointer)).toEqual([
      `/data/attributes/${'x'.repeat(MAX_NAME)}`,
      '/data/attributes',
    ]);
  });
});
