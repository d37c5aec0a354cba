/** Records and documents of the client, and its query parameters. */
import { describe, expect, it, test } from 'vitest';
import {
  pageIn,
  recordIn,
  recordsIn,
  referencesIn,
  resourceObject,
} from '../../../bin/client/runtime/documents.ts';
import { parametersOf } from '../../../bin/client/runtime/query.ts';

const album = {
  type: 'albums',
  id: '17',
  attributes: { title: 'Small Hours', type: 'album' },
  relationships: {
    label: { data: { type: 'labels', id: '1' } },
    version: { data: null },
    tracks: { data: [{ type: 'tracks', id: '5' }] },
    artists: {},
  },
  meta: { 'live-on': ['4'] },
};
const label = { type: 'labels', id: '1', attributes: { name: 'Blue Room' } };
const track = {
  type: 'tracks',
  id: '5',
  attributes: { title: 'Fog' },
  relationships: { albums: { data: [{ type: 'albums', id: '17' }] } },
};

describe('a record', () => {
  it('has attributes, meta and references to related records', () => {
    expect(recordIn({ data: album })).toEqual({
      id: '17',
      title: 'Small Hours',
      type: 'album',
      label: { id: '1' },
      version: null,
      tracks: [{ id: '5' }],
      meta: { 'live-on': ['4'] },
    });
  });

  it('has included records, to the depth of the path', () => {
    const read = recordIn({ data: album, included: [label, track] }, ['label', 'tracks.albums']);
    expect(read).toMatchObject({
      label: { id: '1', name: 'Blue Room' },
      tracks: [
        { id: '5', title: 'Fog', albums: [{ id: '17', title: 'Small Hours', tracks: [{ id: '5' }] }] },
      ],
    });
    expect(() => JSON.stringify(read)).not.toThrow();
  });

  it('has null or nothing instead of a missing related record', () => {
    expect(recordIn({ data: album }, ['label', 'tracks'])).toMatchObject({ label: null, tracks: [] });
  });

  it('is null if there is none', () => {
    expect(recordIn({ data: null })).toBe(null);
  });
});

test('page positions are read from both spellings, and from lists without pages', () => {
  const places = (meta: object) => pageIn({ data: [label], meta }).page;
  const page = { number: 2, size: 1, total: 7, last: 4 };
  expect(places({ page: { 'current-page': 2, 'per-page': 1, total: 7, 'last-page': 4 } })).toEqual(page);
  expect(places({ page: { currentPage: 2, perPage: 1, total: 7, lastPage: 4, from: 2, to: 2 } })).toEqual(
    page,
  );
  expect(places({})).toEqual({ number: 1, size: 1, total: 1, last: 1 });
  expect(recordsIn({ data: [label] })).toEqual([{ id: '1', name: 'Blue Room' }]);
});

test('linkage is read as references', () => {
  expect(referencesIn({ data: { type: 'labels', id: '1' } })).toEqual({ id: '1' });
  expect(referencesIn({ data: [{ type: 'tracks', id: '5' }] })).toEqual([{ id: '5' }]);
  expect(referencesIn({ data: null })).toBe(null);
});

test('a sent record has attributes, and linkage from ids, records or null', () => {
  const relationships = {
    label: { type: 'labels', isMany: false, pageSize: 0 },
    version: { type: 'versions', isMany: false, pageSize: 0 },
    countries: { type: 'countries', isMany: true, pageSize: 100 },
  };
  const fields = { title: 'Fog', artwork: null, format: undefined, label: { id: '1', name: 'Blue Room' } };
  expect(
    resourceObject('albums', { ...fields, version: null, countries: ['1', { id: '2' }] }, relationships),
  ).toEqual({
    type: 'albums',
    attributes: { title: 'Fog', artwork: null },
    relationships: {
      label: { data: { type: 'labels', id: '1' } },
      version: { data: null },
      countries: {
        data: [
          { type: 'countries', id: '1' },
          { type: 'countries', id: '2' },
        ],
      },
    },
  });
});

test('query parameters are written as the API expects', () => {
  const query = {
    include: ['label', 'tracks.artists'],
    fields: { albums: ['title'], labels: undefined },
    filter: { label: ['1', '2'], 'has-albums': true, title: undefined },
    sort: '-title',
    page: { number: 2 },
  };
  expect(decodeURIComponent(String(parametersOf(query)))).toBe(
    'include=label,tracks.artists&sort=-title&fields[albums]=title&filter[label]=1,2&filter[has-albums]=true&page[number]=2',
  );
  expect(String(parametersOf({}))).toBe('');
});
