/** Which attributes have their own rows, what those rows weigh, and what is read and written of them. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { attr, text } from '../../../../shared/kit/declare/attribute.ts';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import {
  apartKeys,
  apartNames,
  apartUnits,
  apartWrites,
  bytesOf,
  isInline,
  namesApart,
  readUnitsOf,
  weightsApart,
  withApart,
} from '../../../../shared/kit/records/apart.ts';
import { apartKey } from '../../../../shared/kit/table/keys.ts';
import { defineResource } from '../../../support/undescribed.ts';

const songs = defineResource({
  type: 'songs',
  group: 'g',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1)),
    credits: attr(v.array(v.string()), { apart: true, initial: [] }),
    lyrics: attr(v.nullable(v.string()), { apart: 'when-long' }),
  },
  relationships: {},
  operations: ['read'],
});
const song = (more: Partial<StoredRecord> & { fields?: StoredRecord['fields'] } = {}): StoredRecord => ({
  type: 'songs',
  id: '7',
  ownerId: '1',
  version: 1,
  fields: {},
  ...more,
});
/** As JSON, 2,000 bytes with its quotes. */
const SHORT = 'x'.repeat(1998);
const LONG = `${SHORT}x`;
const both = ['credits', 'lyrics'];
const keyOf = (name: string) => apartKey('songs', '7', name);

it('the attributes that can have separate rows are those declared so', () => {
  expect(apartNames(songs)).toEqual(both);
});

describe('a value that can be stored separately', () => {
  it.each([
    ['credits', [], false],
    ['credits', ['a'], true],
    ['lyrics', null, false],
    ['lyrics', SHORT, false],
    ['lyrics', 'é'.repeat(999), false],
    ['lyrics', LONG, true],
    ['lyrics', 'é'.repeat(1000), true],
  ])('has a separate row only if it is large or not initial: %s', (name, value, hasRow) => {
    const record = song({ fields: { [name]: value } });
    expect(namesApart(songs, record).includes(name)).toBe(hasRow);
    expect(isInline(songs, name, value)).toBe(name === 'lyrics' && !hasRow);
  });

  it('has a separate row, if unread, unless the record says otherwise', () => {
    expect(namesApart(songs, song({ apart: ['lyrics'] }))).toEqual(['lyrics']);
    expect(namesApart(songs, song({ apart: [] }))).toEqual([]);
    expect(namesApart(songs, song())).toEqual(both);
    expect(isInline(songs, 'name', 'A')).toBe(false);
  });

  it.each([
    [0, 0],
    [1, 0.5],
    [4096, 0.5],
    [4097, 1],
    [12_289, 2],
  ])('costs by its size: %i bytes take %d read units', (bytes, units) =>
    expect(readUnitsOf(bytes)).toBe(units),
  );

  it('is measured in bytes of JSON', () => {
    expect([bytesOf('é'), bytesOf(undefined), bytesOf([1])]).toEqual([4, 4, 3]);
  });
});

describe('the weights of a record', () => {
  it('list the rows above the minimum, as measured or known', () => {
    const large = 'x'.repeat(5000);
    expect(weightsApart(songs, song({ fields: { lyrics: large, credits: ['a'] } }))).toEqual({ lyrics: 1 });
    expect(weightsApart(songs, song({ weights: { credits: 3, lyrics: 0.5 } }))).toEqual({ credits: 3 });
    expect(weightsApart(songs, song({ apart: [], weights: { credits: 3 } }))).toEqual({});
  });
});

describe('the writes of separate rows', () => {
  const written = (before: StoredRecord | undefined, after: StoredRecord | undefined) =>
    apartWrites(songs, { before, after });
  const put = (name: string, value: unknown) => ({ put: { ...keyOf(name), value } });
  const remove = (name: string) => ({ delete: keyOf(name) });

  it('are the large values of a new record', () => {
    expect(written(undefined, song({ fields: { credits: [], lyrics: LONG } }))).toEqual([
      put('lyrics', LONG),
    ]);
  });

  it('are the sent values of a change', () => {
    const before = song({ apart: both });
    expect(written(before, song({ fields: { name: 'A' } }))).toEqual([]);
    expect(written(before, song({ fields: { credits: ['b'], lyrics: SHORT } }))).toEqual([
      put('credits', ['b']),
      remove('lyrics'),
    ]);
    expect(written(song({ apart: [] }), song({ fields: { credits: [], lyrics: null } }))).toEqual([]);
  });

  it('are all rows of a deleted record, known or not', () => {
    expect(written(song({ apart: ['lyrics'] }), undefined)).toEqual([remove('lyrics')]);
    expect(written(song(), undefined)).toEqual(both.map(remove));
  });
});

describe('the reads of separate rows', () => {
  const all = () => true;
  const onlyLyrics = (name: string) => name === 'lyrics';

  it('cover existing rows that are requested and not read yet', () => {
    const records = [song({ apart: both }), song({ id: '8', apart: ['lyrics'], fields: { lyrics: LONG } })];
    expect(apartKeys(songs, records, all)).toEqual(both.map(keyOf));
    expect(apartKeys(songs, records, onlyLyrics)).toEqual([keyOf('lyrics')]);
  });

  it('take the known units, or the minimum', () => {
    expect(apartUnits(songs, song({ apart: both, weights: { lyrics: 4 } }), all)).toBe(4.5);
    expect(apartUnits(songs, song({ apart: both, weights: { lyrics: 4 } }), onlyLyrics)).toBe(4);
    expect(apartUnits(songs, song({ apart: both }), all)).toBe(1);
    expect(apartUnits(songs, song({ apart: [] }), all)).toBe(0);
  });

  it('complete the records, with initial values for missing rows', () => {
    const rows = [
      { ...keyOf('credits'), value: ['a'] },
      { ...apartKey('songs', '8', 'lyrics'), value: LONG },
    ];
    const records = [song({ fields: { name: 'A' } }), song({ id: '8', fields: { credits: ['own'] } })];
    expect(withApart(songs, records, { rows, shows: all }).map(({ fields }) => fields)).toEqual([
      { name: 'A', credits: ['a'], lyrics: null },
      { credits: ['own'], lyrics: LONG },
    ]);
    expect(withApart(songs, records, { rows, shows: onlyLyrics }).map(({ fields }) => fields)).toEqual([
      { name: 'A', lyrics: null },
      { credits: ['own'], lyrics: LONG },
    ]);
  });
});
