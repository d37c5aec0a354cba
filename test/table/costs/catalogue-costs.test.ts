/** Exact table costs of requests to the catalogue, so that an added call is noticed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { fillAlbum, fillArtists, fillRoles } from '../../support/catalogue/fill.ts';
import {
  albumAttributes,
  catalogueCalls,
  idsIn,
  one,
  servesPath,
  trackAttributes,
  trackLinks,
} from '../../support/catalogue-calls.ts';
import { type Cost, costOf } from '../../support/costs.ts';
import { allRows } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let artists: string[];
beforeAll(async () => {
  ada = await newAdmin({ video: true });
  artists = await fillArtists(ada.userId, 40);
});
const { newAlbum, newLabel, newTrack } = catalogueCalls(() => ada);

const costly = (status: number, method: string, path: string, body?: object): Promise<Cost> =>
  costOf(servesPath(path), status, { method, path, body, token: ada.token });
/** @returns [calls, read units, write units], with the session's one call and one write unit. */
async function cost(status: number, method: string, path: string, body?: object): Promise<number[]> {
  const { calls, readUnits, writeUnits } = await costly(status, method, path, body);
  return [calls, readUnits, writeUnits];
}
const patch = (type: string, id: string, attributes: object) =>
  [200, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } }] as const;

describe('the table cost of the catalogue', () => {
  it('is constant for creating, changing, reading and deleting an album', async () => {
    const label = await newLabel('Cost');
    const data = {
      type: 'albums',
      attributes: albumAttributes,
      relationships: { label: one('labels', label) },
    };
    expect(await cost(201, 'POST', '/albums', { data })).toEqual([3, 1, 10]);
    const id = await newAlbum();
    expect(await cost(...patch('albums', id, { title: 'Other' }))).toEqual([3, 1, 6]);
    expect(await cost(200, 'GET', `/albums/${id}`)).toEqual([2, 1, 1]);
    expect(await cost(200, 'GET', '/albums')).toEqual([4, 2, 1]);
    expect(await cost(204, 'DELETE', `/albums/${id}`)).toEqual([6, 18, 56]);
  });

  it('is constant for creating, changing, reading and deleting a track', async () => {
    const first = await newAlbum();
    const second = await newAlbum();
    const data = { type: 'tracks', attributes: trackAttributes, relationships: trackLinks([first]) };
    expect(await cost(201, 'POST', '/tracks', { data })).toEqual([4, 2, 19]);
    const id = await newTrack([first, second], { order: 2 });
    // One attribute: at most seven write units besides the session's. Its albums are read, which may be requested.
    expect(await cost(...patch('tracks', id, { title: 'Other' }))).toEqual([5, 4, 7]);
    expect(await cost(...patch('tracks', id, { lyrics: 'La' }))).toEqual([5, 4, 9]);
    expect(await cost(...patch('tracks', id, { order: 3 }))).toEqual([9, 10, 25]);
    expect(await cost(200, 'GET', `/tracks/${id}`)).toEqual([3, 2, 1]);
    expect(await cost(200, 'GET', '/tracks')).toEqual([5, 2.5, 1]);
    expect(await cost(204, 'DELETE', `/tracks/${id}`)).toEqual([11, 11, 35]);
  });

  it("is one link list and one batch for an album's tracks in any order", async () => {
    const album = await newAlbum();
    for (const order of [2, 1, 3]) await newTrack([album], { order });
    for (const query of ['', '&sort=order', '&filter[disc]=1'])
      expect(await cost(200, 'GET', `/tracks?filter[album]=${album}${query}`), query).toEqual([3, 9.5, 1]);
    // One call more: the album itself is read.
    for (const query of ['', 'sort=order'])
      expect(await cost(200, 'GET', `/albums/${album}/tracks?${query}`), query).toEqual([4, 10.5, 1]);
  });

  it("is a query up to the page, and the page, for a label's albums", async () => {
    const label = await newLabel('Long list');
    const made: string[] = [];
    for (let number = 0; number < 30; number++)
      made.push(await newAlbum({}, { label: one('labels', label) }));
    const path = `/labels/${label}/albums?page[size]=5&page[number]`;
    const second = await costly(200, 'GET', `${path}=2`);
    expect(idsIn(second.response.body)).toEqual(made.slice(5, 10));
    expect(second.response.body.meta.page.total).toBe(30);
    expect([second.calls, second.readUnits]).toEqual([4, 4.5]);
    const beyond = await costly(200, 'GET', `${path}=1000000000`);
    expect(beyond.response.body.data).toEqual([]);
    expect(beyond.response.body.meta.page.total).toBe(30);
  });

  it('is constant for deleting a track with forty artists', async () => {
    const id = await newTrack([await newAlbum()]);
    await fillRoles(ada.userId, { track: id }, artists);
    const { calls, readUnits, writeUnits } = await costly(204, 'DELETE', `/tracks/${id}`);
    expect([calls, readUnits, writeUnits]).toEqual([12, 49, 355]);
    expect(catalogueFaults(await allRows())).toEqual([]);
  });
});

describe('an album of 300 tracks', () => {
  let album: string;
  beforeAll(async () => {
    album = await newAlbum({}, { label: one('labels', await newLabel('Large')) });
    await fillRoles(ada.userId, { album }, artists.slice(0, 3));
    await fillAlbum({ ownerId: ada.userId, album, count: 300, artists });
  });

  it('is listed in a number of calls independent of the page', async () => {
    const include = 'include=albums.label,track-artists.artist';
    const small = await costly(200, 'GET', `/tracks?${include}&page[size]=5`);
    const large = await costly(200, 'GET', `/tracks?${include}&page[size]=20`);
    expect.soft(large.response.body.data).toHaveLength(20);
    // The first reader of the list starts the fold that makes its snapshot.
    expect([small.calls, large.calls]).toEqual([12, 11]);
    expect(large.readUnits).toBeLessThanOrEqual(80);
  });

  it('lists its tracks in any order with one link list and the reads of the page', async () => {
    for (const query of ['', '&sort=-order', '&filter[disc]=1']) {
      const path = `/tracks?filter[album]=${album}&page[size]=5&fields[tracks]=title${query}`;
      const { response, readUnits } = await costly(200, 'GET', path);
      expect.soft(response.body.meta.page.total, query).toBe(300);
      expect(readUnits, query).toBeLessThanOrEqual(24);
    }
  });

  it('is shown with all includes in bounded calls and bytes', async () => {
    const { calls, readUnits, response } = await costly(
      200,
      'GET',
      `/albums/${album}?include=${albums.includes.join()}`,
    );
    const tracks = response.body.included.filter(({ type }: { type: string }) => type === 'tracks');
    expect(tracks).toHaveLength(300);
    // Some of them are a sample, by which the rest is estimated.
    expect(calls).toBeLessThanOrEqual(28);
    expect(readUnits).toBeLessThanOrEqual(800);
    expect(JSON.stringify(response.body).length).toBeLessThan(3_000_000);
  });
});
