/** Artists of tracks and of albums, with their roles. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { fillArtists, fillRoles } from '../../support/catalogue/fill.ts';
import { catalogueCalls, errorsOf, idsIn, one } from '../../support/catalogue-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let artists: string[];
let album: string;
beforeAll(async () => {
  ada = await newAdmin();
  artists = await Promise.all(Array.from({ length: 5 }, (_, index) => newArtist(`Artist ${index}`)));
  album = await newAlbum();
});
const calls = catalogueCalls(() => ada);
const { ask, get, post, make, patch, remove, newArtist, newAlbum, newTrack } = calls;
const artist = (index: number): string => artists[index] ?? '';

describe.each([
  ['track-artists', 'track', 'tracks', () => newTrack([album], { order: ++orders })],
  ['album-artists', 'album', 'albums', () => newAlbum()],
] as const)('%s', (type, name, target, newTarget) => {
  let on: string;
  beforeAll(async () => {
    on = await newTarget();
  });
  const linkTo = (id: string, index: number, role: number) => ({
    [name]: one(target, id),
    artist: one('artists', artist(index)),
    'artist-role': one('artist-roles', String(role)),
  });
  const link = (index: number, role: number, attributes: object = {}, id = on) =>
    make(type, { attributes, relationships: linkTo(id, index, role) });

  it('can be created, read, changed and deleted', async () => {
    const { body } = await post(201, type, { relationships: linkTo(on, 0, 1) });
    const { id } = body.data;
    expect(body.data.attributes.order).toBeNull();
    expect((await patch(200, type, id, { attributes: { order: 2 } })).body.data.attributes.order).toBe(2);
    expect(
      (await patch(200, type, id, { attributes: { order: null } })).body.data.attributes.order,
    ).toBeNull();
    const read = await get(`/${type}/${id}?include=${name},artist,artist-role`);
    expect(read.included.map((each: { type: string }) => each.type)).toEqual([
      target,
      'artists',
      'artist-roles',
    ]);
    expect((await get(`/${type}/${id}/artist`)).data.id).toBe(artist(0));
    expect(idsIn(await get(`/artists/${artist(0)}/${type}`))).toEqual([id]);
    expect(idsIn(await get(`/artist-roles/1/${type}`))).toEqual([id]);
    expect(idsIn(await get(`/${target}/${on}/${type}`))).toEqual([id]);
    await remove(204, type, id);
    expect((await get(`/${target}/${on}/relationships/${type}`)).data).toEqual([]);
  });

  it('report missing relationships together with an invalid order', async () => {
    expect(errorsOf(await post(422, type, { attributes: { order: 0 } }))).toEqual([
      'invalid_value /data/attributes/order',
      `required /data/relationships/${name}`,
      'required /data/relationships/artist',
      'required /data/relationships/artist-role',
    ]);
    const relationships = { ...linkTo(on, 0, 1), artist: one('labels', '1') };
    expect(errorsOf(await post(422, type, { relationships }))).toEqual([
      'invalid_value /data/relationships/artist',
    ]);
    await post(404, type, { relationships: linkTo(on, 0, 99) });
    await post(404, type, { relationships: linkTo('17', 0, 1) });
  });

  it('cannot change their relationships', async () => {
    const id = await link(0, 1);
    const response = await patch(422, type, id, { relationships: linkTo('17', 1, 2) });
    expect(errorsOf(response)).toEqual([
      `invalid_value /data/relationships/${name}`,
      'invalid_value /data/relationships/artist',
      'invalid_value /data/relationships/artist-role',
    ]);
    await patch(200, type, id, { relationships: linkTo(on, 0, 1) });
    await ask('PATCH', 405, `/${type}/${id}/relationships/artist`, one('artists', artist(1)));
    await remove(204, type, id);
  });

  it('cannot name an artist twice in one role', async () => {
    const id = await link(0, 1);
    const taken = 'value_taken /data/relationships/artist';
    expect(errorsOf(await post(422, type, { relationships: linkTo(on, 0, 1) }))).toEqual([taken]);
    const both = { attributes: { order: 0 }, relationships: linkTo(on, 0, 1) };
    expect(errorsOf(await post(422, type, both))).toEqual(['invalid_value /data/attributes/order', taken]);
    const others = [await link(0, 2), await link(1, 1), await link(0, 1, {}, await newTarget())];
    for (const each of [id, ...others]) await remove(204, type, each);
    await remove(204, type, await link(0, 1));
  });

  it('can be filtered and sorted', async () => {
    const made = [await link(0, 1, { order: 2 }), await link(1, 2, { order: 1 }), await link(2, 1)];
    const found = async (query: string) =>
      idsIn(await get(`/${type}?filter[${name}]=${on}&${query}`)).map((id) => made.indexOf(id));
    expect(await found('')).toEqual([0, 1, 2]);
    expect(await found('sort=order')).toEqual([2, 1, 0]);
    expect(await found('sort=-order')).toEqual([0, 1, 2]);
    expect(await found(`filter[artist]=${artist(1)},${artist(2)}`)).toEqual([1, 2]);
    expect(await found('filter[artist-role]=1')).toEqual([0, 2]);
    expect(await found(`filter[artist-role]=1&filter[artist]=${artist(1)}`)).toEqual([]);
    expect(await found('filter[artist]=17')).toEqual([]);
    expect(idsIn(await get(`/${target}/${on}/${type}?sort=order`))).toEqual([made[2], made[1], made[0]]);
    for (const id of made) await remove(204, type, id);
  });

  it('require one owner for both linked records', async () => {
    const eve = await newAdmin();
    const hers = catalogueCalls(() => eve);
    const id = await link(0, 1);
    await hers.ask('GET', 403, `/${type}/${id}`);
    await hers.patch(403, type, id, { attributes: { order: 1 } });
    await hers.remove(403, type, id);
    await hers.post(403, type, { relationships: linkTo(on, 0, 1) });
    const relationships = { ...linkTo(on, 0, 2), artist: one('artists', await hers.newArtist('Hers')) };
    expect(errorsOf(await post(403, type, { relationships }))).toEqual([
      'foreign_related_record /data/relationships/artist',
    ]);
    expect((await hers.get('/artist-roles/1/track-artists')).data).toEqual([]);
    await remove(204, type, id);
  });

  it('are limited to 40 and are deleted with their album or track', async () => {
    const full = await newTarget();
    const others = await fillArtists(ada.userId, 39);
    await fillRoles(ada.userId, type === 'track-artists' ? { track: full } : { album: full }, others);
    const last = await link(0, 1, {}, full);
    const more = { relationships: linkTo(full, 0, 2) };
    expect(errorsOf(await post(422, type, more))).toEqual([`limit_reached /data/relationships/${name}`]);
    await remove(204, type, last);
    await link(0, 2, {}, full);
    expect((await get(`/${target}/${full}/relationships/${type}`)).data).toHaveLength(40);
    await remove(204, target, full);
    expect((await get(`/${type}?filter[artist]=${others.slice(0, 5).join()}`)).data).toEqual([]);
    expect((await get(`/${type}?filter[artist]=${artists.join()}`)).data).toEqual([]);
  });
});

let orders = 0;

it('an album shows each artist of its album-artists once', async () => {
  const on = await newAlbum();
  for (const [index, role] of [
    [1, 1],
    [0, 1],
    [1, 2],
  ] as const)
    await make('album-artists', {
      relationships: {
        album: one('albums', on),
        artist: one('artists', artist(index)),
        'artist-role': one('artist-roles', String(role)),
      },
    });
  expect(idsIn(await get(`/albums/${on}/artists`))).toEqual([artist(1), artist(0)]);
  expect(idsIn(await get(`/albums/${on}/relationships/artists`))).toEqual([artist(1), artist(0)]);
});
