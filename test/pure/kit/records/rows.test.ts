/** The row of a record, its index entries, and what is read back from rows of today and of an older layout. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { attr, countOf, text } from '../../../../shared/kit/declare/attribute.ts';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import { exact, has, partial, related } from '../../../../shared/kit/declare/filter.ts';
import { toMany, toOne } from '../../../../shared/kit/declare/relationship.ts';
import { indexedFields, layoutOf } from '../../../../shared/kit/records/layout.ts';
import {
  entryOf,
  initialFields,
  isOfLayout,
  isOutdated,
  newRow,
  pathOf,
  recordOf,
  rowChanges,
} from '../../../../shared/kit/records/rows.ts';
import type { KeyRow } from '../../../../shared/kit/table/keys.ts';
import { placeOf, rangeBetween, readLookupSort } from '../../../../shared/kit/table/lookup-keys.ts';
import { defineResource } from '../../../support/undescribed.ts';

const songs = defineResource({
  type: 'songs',
  group: 'g',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1)),
    code: attr(v.nullable(v.string())),
    mood: attr(v.string(), { initial: 'calm' }),
    secret: attr(v.nullable(v.string()), { readable: 'never' }),
    password: attr(v.string(), { readable: 'never', kept: false }),
    lyrics: attr(v.nullable(v.string()), { apart: 'when-long' }),
    plays: countOf('plays.song', { says: 'The plays.' }),
  },
  relationships: {
    album: toOne('albums'),
    stores: toMany('stores'),
    covers: toMany('songs', { inverse: 'album' }),
  },
  operations: ['list'],
  filters: {
    name: partial('name'),
    has: has('covers'),
    album: related('album'),
    notes: exact('mood', { from: 'record' }),
  },
  sorts: ['code'],
});
const isrc: KeyRow['foundBy'] = {
  field: 'code',
  form: (value) => value.trim().toUpperCase(),
  lists: ['sent', 'own'],
  listOf: ({ mood }) => (mood === 'none' ? undefined : String(mood)),
};
const full = {
  name: 'A',
  code: ' x ',
  mood: 'own',
  secret: 's',
  album: '5',
  stores: ['2'],
  lyrics: null,
} as const;
const song = (fields: StoredRecord['fields'] = full, more: Partial<StoredRecord> = {}): StoredRecord => ({
  type: 'songs',
  id: '7',
  ownerId: '1',
  version: 3,
  fields,
  ...more,
});
const linked: KeyRow = { links: { album: {} }, foundBy: isrc, causes: 'always' };
const rowOf = (row: KeyRow, record = song(), counts = {}) => newRow(songs, row, { record, counts });

describe('the fields in index entries', () => {
  it.each<[string, KeyRow, string[]]>([
    ['those of filters and sorts', {}, ['album', 'code', 'name']],
    [
      'those that the key row adds',
      { indexed: ['mood', 'password', 'nothing'] },
      ['album', 'code', 'mood', 'name'],
    ],
    ['all readable ones that are kept', { covering: true }, ['album', 'code', 'mood', 'name', 'stores']],
  ])('consist of %s', (_, row, names) => {
    expect([...indexedFields(songs, row)].toSorted()).toEqual(names);
    expect(indexedFields(songs, row)).toBe(indexedFields(songs, row));
  });

  it('include to-one relationships if records are found by links', () => {
    const bare = { ...songs, filters: {}, sorts: [] };
    expect([...indexedFields(bare, {})]).toEqual([]);
    expect([...indexedFields({ ...bare }, { links: {} })]).toEqual(['album']);
    expect([...indexedFields({ ...bare, listedBy: 'mood' } as never, {})]).toEqual(['mood']);
  });

  it('are where updates find them', () => {
    expect(pathOf(songs, {}, 'name')).toEqual(['slim', 'name']);
    expect(pathOf(songs, {}, 'mood')).toEqual(['rest', 'mood']);
  });
});

describe('a rare attribute', () => {
  const { mood } = songs.attributes;
  const sparse = { ...songs, attributes: { ...songs.attributes, mood: { ...mood, sparse: true } } };
  const written = (value: string) =>
    newRow(sparse, {}, { record: song({ ...full, mood: value }), counts: {} });

  it('is stored only when it differs from its initial value', () => {
    expect(written('calm')['rest']).not.toHaveProperty('mood');
    expect(written('own')['rest']).toHaveProperty('mood', 'own');
    for (const value of ['calm', 'own'])
      expect(recordOf(sparse, written(value)).fields).toHaveProperty('mood', value);
  });

  it('is in index entries with any value', () => {
    const row = newRow(
      sparse,
      { indexed: ['mood'] },
      { record: song({ ...full, mood: 'calm' }), counts: {} },
    );
    expect(row['slim']).toHaveProperty('mood', 'calm');
  });
});

describe('the layout of a row', () => {
  const layouts: KeyRow[] = [
    {},
    { indexed: ['mood'] },
    { links: { album: {} } },
    { links: { album: {}, other: {} } },
    { foundBy: isrc },
    { foundBy: { ...isrc, field: 'name' } },
    { foundBy: { ...isrc, lists: ['sent'] } },
    { foundBy: { ...isrc, rangeOf: () => undefined } },
    { listed: { lists: ['sent'], listOf: String } },
  ];

  it('changes with the indexed fields, the links and the lookup', () => {
    const ids = layouts.map((row) => layoutOf(songs, row));
    expect(new Set(ids).size).toBe(layouts.length);
    for (const id of ids) expect(id).toMatch(/^[\w-]{6}$/);
  });

  it('does not depend on the order of declaration', () => {
    const row = { indexed: ['mood', 'secret'] };
    expect(layoutOf({ ...songs }, row)).toBe(
      layoutOf({ ...songs, sorts: [] }, { indexed: ['secret', 'code', 'mood'] }),
    );
  });

  it('is outdated if it differs or is missing', () => {
    const row = { indexed: ['mood'] };
    const today = rowOf(row);
    expect(isOutdated(songs, row, today)).toBe(false);
    expect(isOutdated(songs, {}, today)).toBe(true);
    expect(isOutdated(songs, row, { ...today, slim: {} })).toBe(true);
    expect(isOutdated(songs, row, { pk: 'songs#7' })).toBe(true);
    expect(isOfLayout(songs, row)).toEqual({ path: ['slim', '~'], is: '=', value: layoutOf(songs, row) });
  });
});

describe('a new row', () => {
  it('has the record in two parts, index keys and counts', () => {
    expect(rowOf(linked, song(), { 'plays.song': 0 })).toStrictEqual({
      pk: 'songs#7',
      sk: '#',
      owner: '1',
      version: 3,
      slim: { '~': layoutOf(songs, linked), name: 'A', code: ' x ', album: '5' },
      rest: { mood: 'own', secret: 's', stores: ['2'], lyrics: null },
      ownerKey: '1#songs',
      ownerSort: '0000000000000007',
      firstLinkKey: '1#albums#5#songs',
      firstLinkSort: '0000000000000007',
      secondLinkKey: expect.stringMatching(/^found#songs#[\w-]{43}$/),
      secondLinkSort: '#1#0000000000000001#0000000000000007',
      causes: 'songs',
      apart: [],
      counts: { 'plays.song': 0 },
    });
  });

  it('is in no index of links or lookups without values', () => {
    const names = (fields: StoredRecord['fields']) =>
      Object.keys(rowOf(linked, song({ ...full, ...fields })));
    expect(names({ album: null })).not.toContain('firstLinkKey');
    expect(names({ album: null })).not.toContain('firstLinkSort');
    for (const fields of [{ code: null }, { code: ' ' }, { mood: 'none' }]) {
      expect(names(fields)).not.toContain('secondLinkKey');
      expect(names(fields)).not.toContain('secondLinkSort');
    }
  });

  it.each<[string, KeyRow, object]>([
    ['is sorted by a field', { sortedBy: 'name' }, { ownerSort: 'A#7' }],
    ['starts no events unless each change does', { causes: 'marked' }, { ownerSort: '0000000000000007' }],
  ])('%s', (_, row, expected) => {
    expect(rowOf(row)).toMatchObject(expected);
    expect(rowOf(row)).not.toHaveProperty('causes');
    expect(rowOf(row)).toHaveProperty('counts', {});
  });

  it('lists values in separate rows and their weights', () => {
    const long = song({ ...full, lyrics: 'x'.repeat(9000), password: 'p' });
    expect(rowOf({}, long)).toMatchObject({ apart: ['lyrics'], weights: { lyrics: 1.5 } });
    expect(rowOf({}, long)['rest']).toEqual({ mood: 'own', secret: 's', stores: ['2'] });
    expect(rowOf({}, song())).not.toHaveProperty('weights');
    const plain = { ...songs, attributes: { name: songs.attributes.name } };
    expect(newRow(plain, {}, { record: song({ name: 'A' }), counts: {} })).not.toHaveProperty('apart');
  });
});

it("a change sets the row's attributes and removes the rest", () => {
  const changes = rowChanges(songs, linked, song({ ...full, album: null }));
  expect(changes).toContainEqual({ set: 'version', to: 3 });
  expect(changes).toContainEqual({ remove: 'firstLinkKey' });
  expect(changes).toContainEqual({ remove: 'firstLinkSort' });
  expect(changes).toContainEqual({ remove: 'weights' });
  expect(changes).toContainEqual({ set: 'apart', to: [] });
  expect(changes.map((each) => Object.values(each)[0])).not.toContain('counts');
});

describe('a record', () => {
  it('is read back from its row', () => {
    const row = rowOf(linked, song({ ...full, lyrics: 'x'.repeat(9000) }), { 'plays.song': 4 });
    const { lyrics: _, ...kept } = full;
    expect(recordOf(songs, row)).toStrictEqual({
      type: 'songs',
      id: '7',
      ownerId: '1',
      version: 3,
      fields: { ...kept, plays: 4 },
      counts: { 'plays.song': 4 },
      apart: ['lyrics'],
      weights: { lyrics: 1.5 },
      layout: layoutOf(songs, linked),
    });
  });

  it('cannot be read from a row in an unknown format, and the error names the row', () => {
    const slim = { '~': 'abcdef', name: 'A' };
    const row = { pk: 'songs#7', sk: '#', owner: '1', version: 1, slim, rest: {}, counts: {} };
    expect(recordOf(songs, row)).toMatchObject({ id: '7', fields: { mood: 'calm', plays: 0 } });
    for (const lack of ['owner', 'version', 'slim', 'rest', 'counts'] as const) {
      const { [lack]: _, ...spoilt } = row;
      expect(() => recordOf(songs, spoilt)).toThrow(`The row songs#7 # cannot be read. It lacks ${lack}.`);
    }
    expect(() => recordOf(songs, { ...row, slim: {} })).toThrow('It lacks its layout.');
    expect(initialFields(songs)).not.toHaveProperty('password');
  });

  it.each([
    ['and has none itself', {}],
    ['and has one itself', { bio: attr(v.nullable(v.string()), { apart: true }) }],
  ])('keeps separately stored attributes of a later version, %s', (_, own) => {
    const later = rowOf({}, song({ ...full, lyrics: 'x'.repeat(9000) }));
    const earlier = { ...songs, attributes: { name: songs.attributes.name, ...own }, relationships: {} };
    const read = recordOf(earlier, later);
    const next = { ...read, fields: { ...read.fields, name: 'B' } };
    const written = rowChanges(earlier, {}, next).flatMap((each) =>
      'set' in each && 'to' in each ? [[String(each.set), each.to]] : [],
    );
    const { lyrics, ...kept } = full;
    expect(recordOf(songs, { ...later, ...Object.fromEntries(written) })).toMatchObject({
      fields: { ...kept, name: 'B' },
      apart: ['lyrics'],
      weights: { lyrics: 1.5 },
    });
  });

  it('is not read from another row', () => {
    const message = 'The row albums#7 is not a record of songs.';
    expect(() => recordOf(songs, { pk: 'albums#7', sk: '#' })).toThrow(message);
    expect(() => recordOf(songs, { pk: 'songs#7', sk: 'apart#lyrics' })).toThrow('is not a record');
  });

  it('has the fields of its index entry', () => {
    const { pk, slim } = rowOf({});
    expect(entryOf(songs, { item: { pk, slim: slim ?? null, counts: {} }, ownerId: '1' })).toEqual({
      type: 'songs',
      id: '7',
      ownerId: '1',
      fields: { name: 'A', code: ' x ', album: '5', plays: 0 },
      counts: {},
    });
  });
});

it('a lookup finds a value in any form, and nothing for an empty one', () => {
  const found = (value: unknown) => placeOf('songs', linked, { value })?.partition;
  expect(found('X')).toBe(rowOf(linked)['secondLinkKey']);
  expect(found('y')).not.toBe(found('x'));
  for (const nothing of ['', '  ', null, 7]) expect(found(nothing)).toBeUndefined();
  expect(placeOf('songs', {}, { value: 'x' })).toBeUndefined();
});

it('a row value in a range sorts between its neighbors', () => {
  const row: KeyRow = { foundBy: { ...isrc, rangeOf: (form) => form.slice(0, 1) } };
  const { secondLinkKey: partition, secondLinkSort: sort } = rowOf(row, song({ ...full, code: 'b 5' }));
  const isWithin = (...values: [string, string]) => {
    const { from, upTo, ...range } = rangeBetween('songs', row, values);
    return range.partition === partition && from <= String(sort) && String(sort) <= upTo;
  };
  expect(isWithin('b 5', 'b 5')).toBe(true);
  expect(isWithin('b 4', 'b 6')).toBe(true);
  expect(isWithin('b 4', 'b 4')).toBe(false);
  expect(isWithin('b 6', 'b 7')).toBe(false);
  expect(isWithin('b ', 'b ')).toBe(false);
  expect(readLookupSort(String(sort))).toEqual({ form: 'B 5', list: expect.any(Number), ownerId: '1' });
  expect(() => rangeBetween('songs', row, ['b 5', 'c 5'])).toThrow('b 5 to c 5 is not in one range.');
});
