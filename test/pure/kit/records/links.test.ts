/** The writes of link lists: what a record adds, moves and removes, and what is read from them. */
import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import { toMany, toOne } from '../../../../shared/kit/declare/relationship.ts';
import {
  byAge,
  isLinkListOf,
  isSpread,
  isUnchanged,
  linkEntry,
  linkingOf,
  linkListKeys,
  linkWrites,
  rowsOfList,
  slotHolder,
} from '../../../../shared/kit/records/links.ts';
import type { Link } from '../../../../shared/kit/table/keys.ts';
import { defineResource } from '../../../support/undescribed.ts';

const places = defineResource({
  type: 'places',
  group: 'g',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {},
  relationships: {
    album: toOne('albums'),
    track: toOne('tracks'),
    owner: toOne('users', { from: 'owner' }),
    stores: toMany('stores'),
  },
  operations: ['read'],
});
const record = (fields: StoredRecord['fields'], id = '12'): StoredRecord => ({
  type: 'places',
  id,
  ownerId: '1',
  version: 1,
  fields,
});
const placeOf = (link: Link) => ({ ownerId: '1', type: 'places', name: 'album', link });
const short = placeOf({ max: 100, by: 'disc+order' });
const unordered = placeOf({ max: 2 });
const spread = placeOf({ max: 101 });
const at = (album: string | null, order: number, more = {}) =>
  record({ album, disc: 1, order, track: '5', ...more });

const key = { pk: 'albums#7#links#1', sk: 'places.album#0' };
const other = { ...key, pk: 'albums#8#links#1' };
const linking = { id: '12', ids: { track: '5' } };
const added = (member: string, to = linking) => [
  { set: [member], to },
  { add: 'length', by: 1 },
  { add: 'changes', by: 1 },
];
const removed = (member: string) => ({
  with: [{ remove: [member] }, { add: 'length', by: -1 }, { add: 'changes', by: 1 }],
  condition: { exists: [member] },
});

describe('a linked record', () => {
  const written = (before: StoredRecord | undefined, after: StoredRecord | undefined, lists = short) =>
    linkWrites(places, { lists, before, after });

  it('enters its slot, which must be free, when it is new', () => {
    expect(written(undefined, at('7', 3))).toEqual({
      writes: [{ update: key, with: added(':1+3') }],
      slot: { check: key, condition: { missing: [':1+3'] } },
      enters: { key, path: 'length' },
    });
  });

  it('is added under its id without a slot', () => {
    expect(written(undefined, at('7', 3), unordered).writes).toEqual([{ update: key, with: added(':12') }]);
  });

  it('is listed with the fields of the link, and again when they change', () => {
    const noting = placeOf({ max: 100, by: 'disc+order', notes: ['lacks', 'kind'] });
    const entry = { ...linking, lacks: ['audio'], kind: null };
    const [before, after] = [at('7', 3), at('7', 3, { lacks: ['audio'] })];
    expect(written(undefined, after, noting).writes).toEqual([{ update: key, with: added(':1+3', entry) }]);
    const noted = [
      { set: [':1+3'], to: entry },
      { add: 'changes', by: 1 },
    ];
    expect(written(before, after, noting)).toEqual({ writes: [{ update: key, with: noted }] });
    expect(written(after, after, noting)).toEqual({ writes: [] });
    expect(linkingOf({ ':1+3': entry })).toEqual([
      { ...linking, notes: { lacks: ['audio'], kind: null }, slot: '1+3' },
    ]);
  });

  it('is removed when deleted', () => {
    expect(written(at('7', 3), undefined)).toEqual({
      writes: [{ update: key, ...removed(':1+3') }],
      leaves: { key, path: 'length' },
    });
  });

  it('leaves one slot and enters the other when it moves', () => {
    expect(written(at('7', 3), at('7', 4))).toEqual({
      writes: [
        { update: key, ...removed(':1+3') },
        { update: key, with: added(':1+4') },
      ],
      slot: { check: key, condition: { missing: [':1+4'] } },
      enters: { key, path: 'length' },
      leaves: { key, path: 'length' },
    });
  });

  it('leaves one list and enters the other when it links elsewhere', () => {
    expect(written(at('7', 3), at('8', 3)).writes).toEqual([
      { update: key, ...removed(':1+3') },
      { update: other, with: added(':1+3') },
    ]);
    expect(Object.keys(written(at('7', 3), at(null, 3)))).toEqual(['writes', 'leaves']);
  });

  it('keeps its slot and is written only if its links change', () => {
    expect(written(at('7', 3), at('7', 3, { stores: ['2'] }))).toEqual({ writes: [] });
    const set = { set: [':1+3'], to: { id: '12', ids: { track: '6' } } };
    expect(written(at('7', 3), at('7', 3, { track: '6' }))).toEqual({
      writes: [{ update: key, with: [set, { add: 'changes', by: 1 }] }],
    });
    expect(written(at('7', 3), at('7', 3, { track: null })).writes).toMatchObject([
      { with: [{ to: { id: '12', ids: { track: null } } }, {}] },
    ]);
  });

  it('is in no list if it links to nothing', () => {
    expect(written(undefined, at(null, 3))).toEqual({ writes: [] });
    expect(written(at(null, 3), at(null, 4))).toEqual({ writes: [] });
    expect(linkEntry(places, short, undefined)).toBeUndefined();
  });

  it('is counted on the record it links to if the list is long', () => {
    const { enters, writes } = written(undefined, at('7', 3), spread);
    expect(enters).toEqual({ key: { pk: 'albums#7', sk: '#' }, path: ['counts', 'places.album'] });
    expect(writes).toMatchObject([
      { update: { pk: key.pk, sk: expect.stringMatching(/^places\.album#[0-7]$/) } },
    ]);
  });
});

describe('a list of linked records', () => {
  it('is spread over eight rows if it has more than 100 records', () => {
    expect([isSpread({}), isSpread({ max: 100 }), isSpread({ max: 101 })]).toEqual([false, false, true]);
    expect([rowsOfList({ max: 100 }), rowsOfList({ max: 101 })]).toEqual([1, 8]);
    const target = { type: 'albums', id: '7' };
    expect(linkListKeys(short, target)).toEqual([key]);
    expect(linkListKeys(spread, target).map(({ sk }) => sk)).toEqual(
      Array.from({ length: 8 }, (_, bucket) => `places.album#${bucket}`),
    );
    const used = Array.from(
      { length: 100 },
      (_, id) => linkEntry(places, spread, record({ album: '7' }, String(id)))?.key.sk,
    );
    expect(new Set(used).size).toBe(8);
  });

  it('is read from the members of its row, oldest first', () => {
    const entry = (id: string) => ({ id, ids: {} });
    const row = { pk: 'x', ':2': entry('100'), ':1': entry('99'), ':3': entry('98'), length: 3, changes: 4 };
    expect(linkingOf(row)).toEqual([
      { id: '98', ids: {}, notes: {}, slot: '3' },
      { id: '99', ids: {}, notes: {}, slot: '1' },
      { id: '100', ids: {}, notes: {}, slot: '2' },
    ]);
    expect(byAge(entry('98'), entry('99'))).toBeLessThan(0);
    expect(byAge(entry('99'), entry('98'))).toBeGreaterThan(0);
    expect(byAge(entry('100'), entry('99'))).toBeGreaterThan(0);
  });

  it('belongs to the record in its key', () => {
    expect(isLinkListOf(key, { type: 'albums', id: '7' })).toBe(true);
    expect(isLinkListOf(key, { type: 'albums', id: '77' })).toBe(false);
    expect(isLinkListOf({ pk: 'albums#7' }, { type: 'albums', id: '7' })).toBe(false);
    expect(isLinkListOf({ pk: `my-${key.pk}` }, { type: 'albums', id: '7' })).toBe(false);
  });

  it('is unchanged while its change count is, or while it has no row', () => {
    expect(isUnchanged({ changes: 4 })).toEqual({ path: 'changes', is: '=', value: 4 });
    expect(isUnchanged(undefined)).toEqual({ missing: 'pk' });
  });

  it('names the record in a slot', () => {
    const row = { ':3': { id: '9', ids: {} }, pk: { id: 'none' } };
    const wanting = (missing: string | [string]) => ({ check: key, condition: { missing } });
    expect(slotHolder(wanting([':3']), row)).toEqual({ id: '9', ids: {} });
    expect(slotHolder(wanting([':4']), row)).toBeUndefined();
    expect(slotHolder(wanting('pk'), row)).toBeUndefined();
    expect(slotHolder(wanting([':3']), undefined)).toBeUndefined();
    expect(slotHolder({ check: key, condition: { exists: [':3'] } }, row)).toBeUndefined();
    expect(slotHolder({ delete: key }, row)).toBeUndefined();
  });
});
