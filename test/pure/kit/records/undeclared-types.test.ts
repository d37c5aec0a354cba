/** A function cannot write records of a type unknown to it, because it would skip links, counts and unique values. */
import { describe, expect, it } from 'vitest';
import { albums } from '../../../../shared/catalogue/api/albums.ts';
import { labels } from '../../../../shared/catalogue/api/labels.ts';
import { keyRowOf } from '../../../../shared/kit/declare/api.ts';
import { plan } from '../../../../shared/kit/records/changes.ts';
import { newRecord } from '../../../../shared/kit/records/store.ts';
import { genres } from '../../../../shared/reference/api/genres.ts';
import { api } from '../../../../shared/service/api.ts';

const none = { resources: [], keys: {} };
const now = new Date('2026-11-22T12:00:00.000Z');

describe('a record of an undeclared type', () => {
  it('is not written', () => {
    const after = newRecord({ now }, labels, { ownerId: '1', fields: { name: 'Blue Room' } });
    expect(plan(api, [{ resource: labels, after }])).not.toEqual([]);
    expect(() => plan(none, [{ resource: labels, after }])).toThrow('The type labels is not declared');
  });

  it('is not linked', () => {
    const after = newRecord({ now }, albums, { ownerId: '1', fields: { title: 'Small Hours', label: '17' } });
    const { albums: keys } = api.keys;
    const known = { resources: [albums], keys: { albums: keys } };
    expect(() => plan(known, [{ resource: albums, after }])).toThrow('The type labels is not declared');
  });
});

describe('the key row of a type', () => {
  it('is missing only from reference data', () => {
    expect(keyRowOf(none, genres)).toEqual({});
    expect(() => keyRowOf(none, labels)).toThrow('The type labels is not declared');
  });
});
