/** What is counted on linked records, and which counts prevent a deletion. */

import { describe, expect, it } from 'vitest';
import { attr, text } from '../../../../shared/kit/declare/attribute.ts';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import { toMany, toOne } from '../../../../shared/kit/declare/relationship.ts';
import {
  blockedBy,
  countedIds,
  countersIn,
  countersOf,
  countersOn,
  countWrite,
  deletionProblems,
  isZero,
  linkedIds,
  zeroCounts,
} from '../../../../shared/kit/records/counts.ts';
import type { KeyRow } from '../../../../shared/kit/table/keys.ts';
import { defineApi } from '../../../support/define-api.ts';
import { defineResource } from '../../../support/undescribed.ts';

const plain = { group: 'g', owner: 'user', pageMeta: 'kebab', operations: ['read'] } as const;
const albums = defineResource({ ...plain, type: 'albums', attributes: {}, relationships: {} });
const inUse = { code: 'value_taken', detail: 'In use.' } as const;
const songs = defineResource({
  ...plain,
  type: 'songs',
  attributes: { mood: attr(text(1)) },
  relationships: {
    album: toOne('albums', { blocksDeletion: inUse }),
    demo: toOne('albums'),
    list: toOne('albums'),
    counted: toOne('albums', { counted: true }),
    others: toMany('albums'),
    inverse: toMany('albums', { inverse: 'song', blocksDeletion: inUse }),
  },
});
const keys = {
  albums: {},
  songs: {
    links: {
      album: { tallies: { calm: ({ mood }) => mood === 'calm' } },
      demo: { max: 100 },
      list: { max: 101 },
    },
  },
} as const satisfies Record<string, KeyRow>;
const api = defineApi({ resources: [albums, songs], keys });
const song = (fields: StoredRecord['fields']): StoredRecord => ({
  type: 'songs',
  id: '7',
  ownerId: '1',
  version: 1,
  fields,
});
const counters = countersOf(api, songs);
const [whole, tally] = counters as [(typeof counters)[0], (typeof counters)[0]];

it('links are counted if they block a deletion, are declared so or fill a long list', () => {
  const names = ['songs.album', 'songs.album.calm', 'songs.list', 'songs.counted'];
  expect(counters.map(({ name }) => name)).toEqual(names);
  expect(countersOn(api, 'albums').map(({ name }) => name)).toEqual(names);
  expect(countersOn(api, 'songs')).toEqual([]);
  expect(zeroCounts(counters)).toEqual({
    'songs.album': 0,
    'songs.album.calm': 0,
    'songs.list': 0,
    'songs.counted': 0,
  });
});

it('a tally counts the records that satisfy its condition', () => {
  const loud = song({ mood: 'loud', album: '5', others: ['1', '2'] });
  const calm = song({ mood: 'calm', album: '5' });
  expect([countedIds(loud, whole), countedIds(loud, tally)]).toEqual([['5'], []]);
  expect([countedIds(calm, whole), countedIds(calm, tally)]).toEqual([['5'], ['5']]);
  expect(countedIds(undefined, whole)).toEqual([]);
  expect(linkedIds(loud, 'others')).toEqual(['1', '2']);
  expect(linkedIds(song({ album: null }), 'album')).toEqual([]);
});

it('a count changes only on an existing record, and starts at zero', () => {
  const key = { pk: 'albums#5', sk: '#' };
  expect(countWrite(key, { name: 'songs.album' }, -1)).toEqual({
    update: key,
    with: [{ add: ['counts', 'songs.album'], by: -1 }],
    condition: { exists: 'pk' },
  });
  expect(isZero(whole)).toEqual({
    any: [{ missing: ['counts', 'songs.album'] }, { path: ['counts', 'songs.album'], is: '=', value: 0 }],
  });
});

describe('a rule counter', () => {
  const counter = countersIn(keys);
  const calm = counter(songs, 'album', 'calm');
  const album = (counts?: Record<string, number>) => ({ type: 'albums' as const, ...(counts && { counts }) });
  const is = (value: number) => ({ path: ['counts', 'songs.album.calm'], is: '=', value });
  const isNone = { any: [{ missing: ['counts', 'songs.album.calm'] }, is(0)] };

  it('has the name under which linking records are counted', () => {
    const made = [counter(songs, 'album'), calm, counter(songs, 'list'), counter(songs, 'counted')];
    expect(made.map(({ name }) => name)).toEqual(counters.map(({ name }) => name));
  });

  it('reads 0 from a record that is unsaved or older than the counter', () => {
    expect(calm.of(album({ 'songs.album.calm': 3, 'songs.album': 4 }))).toBe(3);
    expect([calm.of(album()), calm.of(album({ 'songs.album': 4 }))]).toEqual([0, 0]);
  });

  it('makes the condition for an unchanged count', () => {
    expect(calm.unchanged(album({ 'songs.album.calm': 3 }))).toEqual(is(3));
    expect(calm.unchanged(album({ 'songs.album.calm': 0 }))).toEqual(isNone);
    expect(calm.unchanged(album())).toEqual(isNone);
  });

  it('cannot be made for an uncounted relationship', () => {
    expect(() => counter(songs, 'demo')).toThrow('songs.demo is not counted.');
  });

  it('does not compile with a misspelt relationship or tally, or for another type', () => {
    const broken = () => [
      // @ts-expect-error
      counter(songs, 'albun'),
      // @ts-expect-error
      counter(songs, 'album', 'clam'),
      // @ts-expect-error Only the relationship to the album has tallies.
      counter(songs, 'list', 'calm'),
      // @ts-expect-error
      calm.of({ type: 'songs' as const }),
    ];
    expect(broken).toBeTypeOf('function');
  });
});

describe('a deletion', () => {
  const problems = (counts?: Record<string, number>) =>
    deletionProblems(api, {
      resource: albums,
      before: { ...song({}), type: 'albums', ...(counts && { counts }) },
    });

  it('is prevented by blocking links but not by their tallies', () => {
    expect(counters.map(blockedBy)).toEqual([inUse, null, null, null]);
    expect(problems({ 'songs.album': 1 })).toEqual([inUse]);
    expect(
      problems({ 'songs.album': 0, 'songs.album.calm': 1, 'songs.list': 1, 'songs.counted': 1 }),
    ).toEqual([]);
    expect(problems()).toEqual([]);
  });
});
