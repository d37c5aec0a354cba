import { beforeAll, describe, expect, it } from 'vitest';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import {
  catalogueCalls,
  errorsOf,
  idsIn,
  many,
  one,
  trackAttributes,
  trackLinks,
} from '../../support/catalogue-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
/** Oldest first. */
let albums: string[];
beforeAll(async () => {
  ada = await newAdmin();
  albums = [await newAlbum(), await newAlbum(), await newAlbum()];
});
const calls = catalogueCalls(() => ada);
const { ask, get, post, make, patch, remove, attributesOf, newAlbum, newTrack, newPlace, placesOf } = calls;
const at = (index: number): string => albums[index] ?? '';
const on = (...indexes: number[]) => indexes.map(at);
let orders = 0;
/** @returns an order that is not used in this file. */
const free = (): number => ++orders + 100;
const TAKEN = 'value_taken /data/attributes/order';

/** @returns the [order, disc] that the track shows. */
const shown = async (track: string): Promise<[number, number]> => {
  const { order, disc } = await attributesOf('tracks', track);
  return [order, disc];
};
const placeOf = async (track: string, album: string): Promise<string> =>
  (await get(`/album-tracks?filter[track]=${track}&filter[album]=${album}`)).data[0].id;
const setOrder = (status: number, track: string, order: number) =>
  patch(status, 'tracks', track, { attributes: { order } });
const linkTo = (album: string, track: string) => ({
  album: one('albums', album),
  track: one('tracks', track),
});

describe('album-tracks', () => {
  it('can be created, read, changed and deleted', async () => {
    const track = await newTrack(on(0), { order: free() });
    const order = free();
    const { body } = await post(201, 'album-tracks', {
      attributes: { order },
      relationships: linkTo(at(1), track),
    });
    const { id } = body.data;
    expect(body.data.attributes).toMatchObject({ order, disc: 1 });
    expect(body.data.attributes).not.toHaveProperty('kind');
    expect(
      (await patch(200, 'album-tracks', id, { attributes: { disc: 2 } })).body.data.attributes.disc,
    ).toBe(2);
    const read = await get(`/album-tracks/${id}?include=album,track`);
    expect(read.included.map(({ type }: { type: string }) => type)).toEqual(['albums', 'tracks']);
    expect(await placesOf(track)).toEqual([
      [at(0), 1, expect.any(Number)],
      [at(1), 2, order],
    ]);
    await remove(204, 'album-tracks', id);
    expect(idsIn(await get(`/tracks/${track}/relationships/albums`))).toEqual([at(0)]);
    await remove(204, 'tracks', track);
  });

  it('require an order, an album and a track, reporting all together', async () => {
    expect(errorsOf(await post(422, 'album-tracks', { attributes: { disc: 0 } }))).toEqual([
      'required /data/attributes/order',
      'invalid_value /data/attributes/disc',
      'required /data/relationships/album',
      'required /data/relationships/track',
    ]);
  });

  it.each([
    ['order', 0],
    ['order', 1.5],
    ['order', null],
    ['disc', 0],
    ['disc', '1'],
  ])('reject the %s %j', async (name, value) => {
    const track = await newTrack(on(0), { order: free() });
    const response = await patch(422, 'album-tracks', await placeOf(track, at(0)), {
      attributes: { [name]: value },
    });
    expect(errorsOf(response)).toEqual([`invalid_value /data/attributes/${name}`]);
  });

  it('cannot change album or track', async () => {
    const track = await newTrack(on(0), { order: free() });
    const other = await newTrack(on(0), { order: free() });
    const id = await placeOf(track, at(0));
    const response = await patch(422, 'album-tracks', id, { relationships: linkTo(at(1), other) });
    expect(errorsOf(response)).toEqual([
      'invalid_value /data/relationships/album',
      'invalid_value /data/relationships/track',
    ]);
    await patch(200, 'album-tracks', id, { relationships: linkTo(at(0), track) });
    await ask('PATCH', 405, `/album-tracks/${id}/relationships/album`, one('albums', at(1)));
  });

  it('require one owner for album and track', async () => {
    const eve = await newAdmin();
    const hers = catalogueCalls(() => eve);
    const album = await hers.newAlbum();
    const track = await newTrack(on(0), { order: free() });
    const attributes = { order: 1 };
    await post(403, 'album-tracks', { attributes, relationships: linkTo(album, track) });
    await hers.post(403, 'album-tracks', { attributes, relationships: linkTo(album, track) });
    await hers.remove(403, 'album-tracks', await placeOf(track, at(0)));
    await post(404, 'album-tracks', { attributes, relationships: linkTo('17', track) });
  });

  it('can be filtered and sorted', async () => {
    const album = await newAlbum();
    const places: [number, number][] = [
      [2, 1],
      [1, 2],
      [1, 1],
    ];
    const tracks = await Promise.all(places.map(() => newTrack(on(0), { order: free() })));
    const made: string[] = [];
    for (const [index, [order, disc]] of places.entries())
      made.push(await newPlace(album, tracks[index] ?? '', { order, disc }));
    const found = async (query: string) =>
      idsIn(await get(`/album-tracks?filter[album]=${album}&${query}`)).map((id) => made.indexOf(id));
    expect(await found('sort=disc,order')).toEqual([2, 0, 1]);
    expect(await found('sort=-order')).toEqual([0, 1, 2]);
    expect(await found('filter[order]=1')).toEqual([1, 2]);
    expect(await found('filter[disc]=1&filter[order]=1')).toEqual([2]);
    expect(await found(`filter[track]=${tracks[1]}`)).toEqual([1]);
    expect(await found('filter[disc]=7')).toEqual([]);
    expect(idsIn(await get(`/albums/${album}/album-tracks?sort=order,disc`))).toEqual([
      made[2],
      made[1],
      made[0],
    ]);
    expect((await get(`/tracks/${tracks[1]}/album-tracks?include=album`)).included).toHaveLength(2);
  });
});

describe('a place on an album', () => {
  it('can hold only one track, by any route', async () => {
    const order = free();
    const other = free();
    const first = await newTrack(on(0), { order });
    const second = await newTrack(on(0, 1), { order: other });
    const attributes = { ...trackAttributes, order };
    const third = await newTrack(on(2), { order });
    const rejected = await Promise.all([
      post(422, 'tracks', { attributes, relationships: trackLinks(on(0, 1)) }),
      setOrder(422, second, order),
      patch(422, 'album-tracks', await placeOf(second, at(0)), { attributes: { order } }),
      post(422, 'album-tracks', { attributes: { order: other }, relationships: linkTo(at(1), third) }),
      patch(422, 'tracks', third, { relationships: { albums: many('albums', on(0, 2)) } }),
      ask('POST', 422, `/tracks/${third}/relationships/albums`, many('albums', on(0))),
    ]);
    expect(rejected.map(errorsOf)).toEqual(rejected.map(() => [TAKEN]));
    // The same order is free on another disc.
    await patch(200, 'album-tracks', await placeOf(second, at(0)), { attributes: { order, disc: 2 } });
    await remove(204, 'tracks', first);
    await ask('POST', 200, `/tracks/${third}/relationships/albums`, many('albums', on(0)));
  });

  it('is reported as taken once even if taken on two albums', async () => {
    const order = free();
    await newTrack(on(0, 1), { order });
    const track = await newTrack(on(0, 1), { order: free() });
    expect(errorsOf(await setOrder(422, track, order))).toEqual([TAKEN]);
    const attributes = { ...trackAttributes, order };
    const creation = { attributes, relationships: trackLinks(on(0, 1)) };
    expect(errorsOf(await post(422, 'tracks', creation))).toEqual([TAKEN]);
    const untitled = { ...creation, attributes: { ...attributes, title: '' } };
    expect(errorsOf(await post(422, 'tracks', untitled))).toEqual([
      'invalid_value /data/attributes/title',
      TAKEN,
    ]);
  });

  it('is reported as taken together with other problems', async () => {
    const order = free();
    const track = await newTrack(on(0), { order });
    const other = await newTrack(on(0), { order: free() });
    const id = await placeOf(other, at(0));
    expect(
      errorsOf(
        await patch(422, 'album-tracks', id, {
          attributes: { order, disc: 1 },
          relationships: linkTo(at(1), other),
        }),
      ),
    ).toEqual(['invalid_value /data/relationships/album', TAKEN]);
    await remove(204, 'tracks', track);
  });

  it('is the only one of its track on the album', async () => {
    const track = await newTrack(on(0), { order: free() });
    const order = free();
    await setOrder(200, track, order);
    expect(await placesOf(track)).toEqual([[at(0), 1, order]]);
    const later = free();
    const attributes = { order: later, disc: 3 };
    await patch(200, 'album-tracks', await placeOf(track, at(0)), { attributes });
    expect(await shown(track)).toEqual([later, 3]);
    await setOrder(200, track, order);
    expect(await placesOf(track)).toEqual([[at(0), 3, order]]);
  });

  it('is shown by its track if the album is its oldest', async () => {
    const order = free();
    const track = await newTrack(on(1, 2), { order });
    const later = free();
    await patch(200, 'album-tracks', await placeOf(track, at(2)), { attributes: { order: later, disc: 4 } });
    expect(await shown(track)).toEqual([order, 1]);
    await patch(200, 'album-tracks', await placeOf(track, at(1)), { attributes: { disc: 2 } });
    expect(await shown(track)).toEqual([order, 2]);
    await newPlace(at(0), track, { order: later, disc: 5 });
    expect(await shown(track)).toEqual([later, 5]);
    expect((await get(`/tracks?filter[disc]=5&filter[order]=${later}`)).data).toHaveLength(1);
    await remove(204, 'album-tracks', await placeOf(track, at(0)));
    expect(await shown(track)).toEqual([order, 2]);
    await remove(204, 'album-tracks', await placeOf(track, at(1)));
    expect(await shown(track)).toEqual([later, 4]);
  });

  it('follows the order of its track on all albums, each on its own disc', async () => {
    const track = await newTrack(on(0, 1), { order: free() });
    await patch(200, 'album-tracks', await placeOf(track, at(1)), { attributes: { disc: 2, order: free() } });
    const order = free();
    await setOrder(200, track, order);
    expect(await placesOf(track)).toEqual([
      [at(0), 1, order],
      [at(1), 2, order],
    ]);
    const other = await newTrack(on(1), { order: free() });
    await patch(200, 'album-tracks', await placeOf(other, at(1)), { attributes: { disc: 2 } });
    const taken = (await attributesOf('tracks', other)).order;
    expect(errorsOf(await setOrder(422, track, taken))).toEqual([TAKEN]);
    expect(await placesOf(track)).toEqual([
      [at(0), 1, order],
      [at(1), 2, order],
    ]);
  });

  it("is on disc 1 at the track's order when an album is added to the track", async () => {
    const track = await newTrack(on(1), { order: free() });
    const order = free();
    await patch(200, 'album-tracks', await placeOf(track, at(1)), { attributes: { order, disc: 2 } });
    await ask('POST', 200, `/tracks/${track}/relationships/albums`, many('albums', on(0)));
    expect(await placesOf(track)).toEqual([
      [at(1), 2, order],
      [at(0), 1, order],
    ]);
    expect(await shown(track)).toEqual([order, 1]);
    const later = free();
    const albums = many('albums', on(1, 2));
    await patch(200, 'tracks', track, { attributes: { order: later }, relationships: { albums } });
    expect(await placesOf(track)).toEqual([
      [at(1), 2, later],
      [at(2), 1, later],
    ]);
    expect(await shown(track)).toEqual([later, 2]);
    await ask('PATCH', 200, `/tracks/${track}/relationships/albums`, many('albums', on(2)));
    expect(await shown(track)).toEqual([later, 1]);
  });

  it('is created once for each album of a track', async () => {
    const track = await newTrack(on(0), { order: free() });
    const response = await post(422, 'album-tracks', {
      attributes: { order: free(), disc: 2 },
      relationships: linkTo(at(0), track),
    });
    expect(errorsOf(response)).toEqual(['value_taken /data/relationships/track']);
    await ask('POST', 200, `/tracks/${track}/relationships/albums`, many('albums', on(0, 0)));
    expect(await placesOf(track)).toHaveLength(1);
  });
});

describe('a track', () => {
  it('cannot be removed from its last album', async () => {
    const track = await newTrack(on(0, 1), { order: free() });
    const links = `/tracks/${track}/relationships/albums`;
    const place = await placeOf(track, at(0));
    await ask('DELETE', 200, links, many('albums', on(1, 2)));
    const rejected = [
      await ask('DELETE', 422, links, many('albums', on(0))),
      await ask('PATCH', 422, links, many('albums', [])),
      await patch(422, 'tracks', track, { relationships: { albums: many('albums', []) } }),
      await remove(422, 'album-tracks', place),
    ];
    expect(rejected.map(errorsOf)).toEqual([
      ['track_needs_album /data'],
      ['track_needs_album /data'],
      ['track_needs_album /data/relationships/albums'],
      ['track_needs_album '],
    ]);
    expect(await placesOf(track)).toHaveLength(1);
  });

  it('deletes all its places with itself', async () => {
    const counted = async () => (await attributesOf('albums', at(1)))['tracks-count'];
    const before = await counted();
    const order = free();
    const track = await newTrack(on(0, 1), { order });
    expect(await counted()).toBe(before + 1);
    await remove(204, 'tracks', track);
    expect(await counted()).toBe(before);
    await newTrack(on(0, 1), { order });
  });

  it('can be on up to 20 albums', async () => {
    const many20 = await Promise.all(Array.from({ length: 20 }, () => newAlbum()));
    const track = await newTrack(many20, { order: 1 });
    const limit = 'limit_reached /data/relationships/albums';
    const all = { albums: many('albums', [...many20, at(0)]) };
    expect(errorsOf(await patch(422, 'tracks', track, { relationships: all }))).toEqual([limit]);
    const created = { attributes: trackAttributes, relationships: { ...trackLinks([]), ...all } };
    expect(errorsOf(await post(422, 'tracks', created))).toContain(limit);
    const attributes = { order: free() };
    const place = { attributes, relationships: linkTo(at(0), track) };
    expect(errorsOf(await post(422, 'album-tracks', place))).toEqual([
      'limit_reached /data/relationships/track',
    ]);
    await setOrder(200, track, 2);
    expect((await placesOf(track)).every(([, , order]) => order === 2)).toBe(true);
    await remove(204, 'tracks', track);
  });
});

it('an album can have up to 1,000 tracks', async () => {
  const album = await newAlbum();
  await new Table().commit([
    { update: recordKey('albums', album), with: [{ set: ['counts', 'album-tracks.album'], to: 999 }] },
  ]);
  const track = await newTrack([album]);
  const attributes = { ...trackAttributes, order: 2 };
  const response = await post(422, 'tracks', { attributes, relationships: trackLinks([album]) });
  expect(errorsOf(response)).toEqual(['limit_reached /data/relationships/albums']);
  await remove(204, 'tracks', track);
  await make('tracks', { attributes, relationships: trackLinks([album]) });
});
