/** Where rows are kept. A key that changes loses the rows that were written under it. */
import { describe, expect, it } from 'vitest';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../../../../shared/kit/table/causes.ts';
import { digestOf } from '../../../../shared/kit/table/digest.ts';
import {
  apartKey,
  idempotencyKey,
  isRecordKey,
  type KeyRow,
  linkIndexesOf,
  linkIndexOf,
  linkKey,
  linkListKey,
  ownerKey,
  quotaKey,
  recordKey,
  sharerKey,
  sortableId,
  typeOf,
  uniqueKey,
} from '../../../../shared/kit/table/keys.ts';
import {
  listKeyOf,
  listKeys,
  lookupIndexOf,
  lookupSort,
  placeOf,
} from '../../../../shared/kit/table/lookup-keys.ts';
import { shardOf } from '../../../../shared/kit/table/shards.ts';

const target = { type: 'albums', id: '7' };
const value = uniqueKey('artists', '3#name', 'digest');
const digest = digestOf('x y');
const foundBy = {
  field: 'isrc',
  form: (text: string) => text.replaceAll('-', ''),
  rangeOf: (form: string) => (form.startsWith('A') ? form.slice(0, 1) : undefined),
  lists: ['sent', 'own'],
  listOf: () => undefined,
};

it.each([
  ['a record', recordKey('albums', '7'), { pk: 'albums#7', sk: '#' }],
  ['a large attribute', apartKey('albums', '7', 'lyrics'), { pk: 'albums#7', sk: 'apart#lyrics' }],
  [
    'a link list',
    linkListKey('3', target, { type: 'tracks', link: 'album', bucket: 2 }),
    { pk: 'albums#7#links#3', sk: 'tracks.album#2' },
  ],
  ['a unique value', value, { pk: 'unique#artists#3#name#digest', sk: '#' }],
  ['a further holder', sharerKey(value, '12'), { pk: value.pk, sk: '0000000000000012' }],
  ['a quota', quotaKey('webhooks', '3'), { pk: 'quota#webhooks#3', sk: '#' }],
  ['an Idempotency-Key', idempotencyKey('3', 'digest'), { pk: 'idempotency#3', sk: 'digest' }],
  ['the index of an owner', ownerKey('3', 'albums'), '3#albums'],
  ['the index of a link', linkKey('3', 'tracks', target), '3#albums#7#tracks'],
  [
    'a lookup',
    placeOf('tracks', { foundBy }, { value: 'x y' }),
    { partition: `found#tracks#${digest}`, prefix: '#' },
  ],
  [
    'a lookup in a range',
    placeOf('tracks', { foundBy }, { value: 'A-12' }),
    { partition: 'found#tracks#A', prefix: 'A12#' },
  ],
  [
    'a lookup in a list',
    placeOf('tracks', { foundBy }, { value: 'A12', list: 'own' }),
    { partition: 'found#tracks#A', prefix: 'A12#1#' },
  ],
  [
    'a place in a lookup',
    lookupSort({ partition: '', prefix: 'A12#1#' }, '3', '7'),
    'A12#1#0000000000000003#0000000000000007',
  ],
  ['an id of 16 digits', sortableId('9007199254740991'), '9007199254740991'],
])('the key of %s stays the same', (_, key, written) => expect(key).toEqual(written));

it('the stream filters rows by an attribute that stays the same', () => {
  expect([CAUSE_ATTRIBUTE, WORK_CAUSE]).toEqual(['causes', 'work']);
});

it('a list of all owners has four partitions, and a record keeps the same one', () => {
  const keys = listKeys('albums', 'open');
  expect(keys).toEqual([0, 1, 2, 3].map((shard) => `listed#albums#open#${shard}`));
  const ids = Array.from({ length: 100 }, (_, index) => String(index));
  expect(new Set(ids.map((id) => listKeyOf('albums', 'open', id)))).toEqual(new Set(keys));
  expect(listKeyOf('albums', 'open', '7')).toBe(`listed#albums#open#${shardOf('7', 4)}`);
});

it("a row's type is the prefix of its partition key", () => {
  expect([typeOf({ pk: 'albums#7#links#3' }), typeOf({ pk: 'stream-notes' })]).toEqual([
    'albums',
    'stream-notes',
  ]);
});

describe('a row', () => {
  it.each([
    [recordKey('albums', '7'), true],
    [recordKey('albums-dsps', '7'), false],
    [apartKey('albums', '7', 'lyrics'), false],
    [{ pk: 'my-albums#7', sk: '#' }, false],
  ])('is recognized as a record, %j: %s', (key, isRecord) =>
    expect(isRecordKey({ ...key }, 'albums')).toBe(isRecord),
  );
});

describe('an unbounded link', () => {
  const links: KeyRow = { links: { album: {}, track: { max: 3 }, label: {} } };

  it('gets an index in order of declaration', () => {
    expect(linkIndexesOf(links).map(({ link, name }) => [link, name])).toEqual([
      ['album', 'by-first-link'],
      ['label', 'by-second-link'],
    ]);
    expect(linkIndexOf(links, 'label')).toMatchObject({ partitionKey: 'secondLinkKey' });
    expect(linkIndexesOf({})).toEqual([]);
  });

  it('is rejected if both indexes are in use', () => {
    expect(() => linkIndexesOf({ links: { a: {}, b: {}, c: {} } })).toThrow(
      'No index is left for the link c. Set its max, or add an index to tableShape.',
    );
  });

  it('is the only kind that has an index', () => {
    const message = 'The link track has no index. Add it to the key row without a max.';
    expect(() => linkIndexOf(links, 'track')).toThrow(message);
  });
});

describe('a lookup by value', () => {
  it('uses the second index of links', () => {
    expect(lookupIndexOf({ foundBy })).toMatchObject({ name: 'by-second-link' });
    expect(lookupIndexOf({ foundBy, links: { album: {} } })).toMatchObject({ name: 'by-second-link' });
    expect(lookupIndexOf({ links: { album: {}, label: {} } })).toBeUndefined();
  });

  it('is rejected beside a second unbounded link', () => {
    expect(() => lookupIndexOf({ foundBy, links: { album: {}, label: {} } })).toThrow(
      'No index is left for isrc. Set the max of a link, or add an index.',
    );
  });

  it('is rejected beside lists of all owners, which use that index', () => {
    const listed = { lists: ['all'], listOf: () => 'all' };
    expect(lookupIndexOf({ listed })).toMatchObject({ name: 'by-second-link' });
    expect(() => lookupIndexOf({ foundBy, listed })).toThrow('No index is left for isrc.');
    expect(() => lookupIndexOf({ listed, links: { album: {}, label: {} } })).toThrow(
      'No index is left for lists of all owners.',
    );
  });
});

it('a text always has the same shard, and all shards are used', () => {
  expect([shardOf('', 4), shardOf('a', 1000), shardOf('ab', 1000), shardOf('ba', 1000)]).toEqual([
    0,
    97,
    (97 * 31 + 98) % 1000,
    (98 * 31 + 97) % 1000,
  ]);
  const used = new Set(Array.from({ length: 200 }, (_, each) => shardOf(`id-${each}`, 8)));
  expect([...used].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
