/** Lists of thousands of records, read from the index and from snapshots: complete, and in a fixed number of units. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { costOf, type Units } from '../../support/costs.ts';
import { foldList } from '../../support/fold-list.ts';
import { everyThird, isLong } from '../../support/long-run.ts';
import { seed } from '../../support/seed.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { withTable } from '../../support/table.ts';

/** In each case more than the megabyte of index entries that one call reads. */
const COUNT = isLong ? 10_000 : 5000;
/** The tracks that are changed after all were read. */
const CHANGED = 11;
const ARTISTS = COUNT / 5;
const BYTES_PER_LABEL = 220;
/** Unordered names, one of them unlike the others. */
const nameOf = (n: number): string => (n === 777 ? 'The needle' : labelAt((n * 7919) % COUNT));
const labelAt = (place: number): string => `Label ${String(place).padStart(5, '0')}`;
const LAST = [labelAt(COUNT - 1), labelAt(COUNT - 2)];

withTable();
withBucket();
let ada: Person;
let newest: string;
beforeAll(async () => {
  ada = await newAdmin();
  const { userId: ownerId } = ada;
  const made = await seed(definitions, {
    ownerId,
    count: COUNT,
    type: 'labels',
    fieldsOf: (n) => ({ name: nameOf(n) }),
  });
  newest = made.at(-1)?.id ?? '';
  await seed(definitions, {
    ownerId,
    count: ARTISTS,
    type: 'artists',
    fieldsOf: (n) => ({ name: nameOf(n), bio: 'x'.repeat(900) }),
  });
});

const list = async (handler: typeof labels, path: string) => {
  const { response, ...cost } = await costOf(handler, 200, { path, token: ada.token });
  const { data, meta } = response.body;
  return {
    cost,
    total: meta.page.total,
    data,
    names: data.map(({ attributes }: { attributes: { name: string } }) => attributes.name),
  };
};

/**
 * One call for the session, two for the snapshot and the first entries, one for the note that starts a fold, and
 * one for each megabyte of index entries.
 */
function expectCost({ calls, readUnits, writeUnits }: Units): void {
  expect(calls).toBeLessThanOrEqual(4 + Math.ceil((COUNT * BYTES_PER_LABEL) / 1_000_000));
  expect(readUnits).toBeLessThanOrEqual(COUNT * 0.028);
  expect(writeUnits).toBeLessThanOrEqual(2);
}

describe(`a list of ${COUNT} records`, () => {
  it('has every record, and its last page ends with the newest', async () => {
    const { total, data, cost } = await list(labels, `/labels?page[number]=${COUNT / 20}`);
    expect(total).toBe(COUNT);
    expect(data).toHaveLength(20);
    expect(data.at(-1).id).toBe(newest);
    expectCost(cost);
  });

  it('finds one name among all records, ignoring case', async () => {
    const { total, names, cost } = await list(labels, '/labels?filter[name]=NEEDLE');
    expect([total, names]).toEqual([1, ['The needle']]);
    expectCost(cost);
  });

  it('is sorted completely before paging', async () => {
    const { names, cost } = await list(labels, '/labels?sort=-name&page[size]=3');
    expect(names).toEqual(['The needle', ...LAST]);
    expectCost(cost);
  });

  it('reads only short entries, and whole records for the page', async () => {
    const { cost, total, data } = await list(artists, '/artists?sort=-name');
    expect(total).toBe(ARTISTS);
    expect(data[0].attributes.bio).toBe('x'.repeat(900));
    expect(cost.calls).toBeLessThanOrEqual(6);
    expect(cost.readUnits).toBeLessThanOrEqual(20 + ARTISTS * 0.03);
  });
});

/** Filters and sorts of all kinds, with the number of matching records. */
const trackLists: readonly (readonly [query: string, total: number])[] = [
  ['', COUNT],
  [`sort=-title&page[number]=${COUNT / 40}`, COUNT],
  ['sort=updated-at', COUNT],
  ['sort=-order,title', COUNT],
  ['filter[title]=0499', 11],
  ['filter[order]=7&sort=-title', COUNT / 50],
  ['filter[is-explicit]=true&filter[disc]=1&sort=-created-at', COUNT / 2],
  ['filter[isrc-code]=DEAB12600042', 1],
  ['filter[created-at-gte]=2000-01-01&sort=title', COUNT],
];

describe(`a list of ${COUNT} records with a snapshot`, () => {
  const lists = new Map<string, { total: number; data: object[] }>();
  beforeAll(async () => {
    await seed(definitions, {
      ownerId: ada.userId,
      count: COUNT,
      type: 'tracks',
      fieldsOf: (n) => ({
        title: nameOf(n),
        order: (n % 50) + 1,
        'is-explicit': n % 2 === 0,
        'isrc-code': `DEAB126${String(n).padStart(5, '0')}`,
        'rights-owner-year': 2026,
        'rights-owner-name': 'Owner',
        'primary-genre': '32',
        language: '118',
      }),
    });
    for (const [query] of everyThird(trackLists)) lists.set(query, await list(tracks, `/tracks?${query}`));
    for (const type of ['labels', 'artists', 'tracks']) await foldList(type, ada.userId);
  });

  it('is read from it in a fifth of the units, and then in at most 4', async () => {
    const path = '/labels?sort=-name&page[size]=3';
    const first = await list(labels, path);
    expect(first.cost.readUnits).toBeLessThanOrEqual(COUNT * 0.006);
    expect(first.names).toEqual(['The needle', ...LAST]);
    const again = await list(labels, path);
    expect(again.cost).toMatchObject({ calls: 2, writeUnits: 1 });
    expect(again.cost.readUnits).toBeLessThanOrEqual(4);
    expect(again.data).toEqual(first.data);
  });

  it('is complete and shows what was just written', async () => {
    const body = { data: { type: 'labels', attributes: { name: 'zz' } } };
    const { data: made } = (
      await call(labels, 201, { method: 'POST', path: '/labels', token: ada.token, body })
    ).body;
    const { data, total, cost } = await list(labels, '/labels?sort=-name&page[size]=2');
    expect([total, data[0].id, data[1].attributes.name]).toEqual([COUNT + 1, made.id, 'The needle']);
    expect(cost.readUnits).toBeLessThanOrEqual(4);
    const path = `/labels/${made.id}`;
    await call(labels, 204, { method: 'DELETE', path, token: ada.token });
    expect((await list(labels, '/labels?filter[name]=zz')).total).toBe(0);
  });

  it('identifies the labels with albums', async () => {
    const [without, withAlbums] = [
      await list(labels, '/labels?filter[has-albums]=0'),
      await list(labels, '/labels?filter[has-albums]=1'),
    ];
    expect([without.total, withAlbums.total]).toEqual([COUNT, 0]);
    expect(without.cost.readUnits).toBeLessThanOrEqual(4);
  });

  it.each(everyThird(trackLists))(
    'reads 24 units for tracks with "%s", including the records of the page',
    async (query, total) => {
      await list(tracks, `/tracks?${query}`);
      const found = await list(tracks, `/tracks?${query}`);
      expect(found.total).toBe(total);
      expect(found.data).toEqual(lists.get(query)?.data);
      expect(found.cost.readUnits).toBeLessThanOrEqual(24);
      expect(found.cost.calls).toBeLessThanOrEqual(4);
    },
  );

  it(`finds the ${CHANGED} tracks that have changed since it was read, in 24 units`, async () => {
    const { data: oldest } = await list(tracks, '/tracks?page[size]=100');
    const chosen: string[] = oldest.slice(0, CHANGED).map(({ id }: { id: string }) => id);
    const since = new Date().toISOString();
    for (const id of chosen) {
      const body = { data: { type: 'tracks', id, attributes: { title: `Changed ${id}` } } };
      await call(tracks, 200, { method: 'PATCH', path: `/tracks/${id}`, token: ada.token, body });
    }
    const found = await list(tracks, `/tracks?filter[updated-at-gte]=${since}&page[size]=100`);
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual(chosen);
    expect(found.cost.readUnits).toBeLessThanOrEqual(24);
    expect((await list(tracks, '/tracks?page[size]=1')).total).toBe(COUNT);
  });
});
