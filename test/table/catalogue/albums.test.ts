import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import {
  albumAttributes,
  catalogueCalls,
  errorsOf,
  idsIn,
  many,
  one,
} from '../../support/catalogue-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let eve: Person;
let album: string;
beforeAll(async () => {
  [ada, eve] = await Promise.all([newAdmin({ video: true }), newAdmin({ video: true })]);
  album = await newAlbum();
});
const { ask, get, post, make, patch, remove, attributesOf, newLabel, newArtist, newAlbum, newTrack } =
  catalogueCalls(() => ada);
const hers = catalogueCalls(() => eve);
const set = (status: number, attributes: object, id = album) => patch(status, 'albums', id, { attributes });
const url = (length: number) => 'https://files.example/'.padEnd(length, 'x');

describe('albums', () => {
  it('get defaults when created with only the required fields', async () => {
    const { body, headers } = await post(201, 'albums', { attributes: albumAttributes });
    const { id, attributes, relationships } = body.data;
    expect(headers['Location']).toBe(`http://localhost:3000/api/v1/albums/${id}`);
    const { 'created-at': created, 'updated-at': updated, ...others } = attributes;
    expect(others).toEqual({
      ...albumAttributes,
      artwork: null,
      'upc-code': null,
      'catalogue-number': null,
      description: null,
      'title-translations': [],
      copyright: null,
      publishing: null,
      format: 'album',
      'release-time': null,
      'release-time-zone': 'local',
      'pre-order-date': null,
      'is-compilation': false,
      'artwork-ai-usage': null,
      'last-status': 'draft',
      'qa-status': null,
      'tracks-count': 0,
    });
    expect(updated).toBe(created);
    expect(relationships.user.data).toEqual({ type: 'users', id: ada.userId });
    expect(relationships.status.data).toEqual({ type: 'album-statuses', id: 'draft' });
    expect(relationships.label.data).toBeNull();
    expect(relationships.countries.data).toEqual([]);
    expect((await get(`/albums/${id}`)).data).toEqual(body.data);
    await remove(204, 'albums', id);
    await ask('GET', 404, `/albums/${id}`);
  });

  it('report all missing attributes and relationships together', async () => {
    const response = await post(422, 'albums', { attributes: { format: 'lp' } });
    expect(errorsOf(response)).toEqual([
      'required /data/attributes/title',
      'required /data/attributes/release_date',
      'required /data/attributes/is-explicit',
      'required /data/attributes/rights-owner-year',
      'required /data/attributes/rights-owner-name',
      'invalid_value /data/attributes/format',
    ]);
  });

  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['title', ['x', '🎷'.repeat(255)], ['', ' ', 'x'.repeat(256), 'a\nb', null, 5]],
    ['release_date', ['2024-02-29', '1999-12-31'], ['2023-02-29', '2026-13-01', '2026-1-1', '', null, 2026]],
    ['is-explicit', [true, false], [null, 'true', 1]],
    ['rights-owner-year', [1900, 2100], [1899, 2026.5, '2026', null]],
    ['rights-owner-name', ['x', 'é'.repeat(200)], ['', 'x'.repeat(201), null]],
    [
      'artwork',
      [url(500), null],
      [url(501), 'http://files.example/a.jpg', '/a.jpg', 'https://a:b@c.example/', ''],
    ],
    [
      'upc-code',
      ['0614141999996', '614141999996', null],
      ['06141419999', '00614141999996', '614141999997', 614141999996],
    ],
    ['catalogue-number', ['x'.repeat(50), '', null], ['x'.repeat(51), 'a\nb', 5]],
    ['description', ['x\n'.repeat(2500), '', null], ['x'.repeat(5001), 'a\0b', 5]],
    ['copyright', ['x'.repeat(500), '', null], ['x'.repeat(501), 5]],
    ['publishing', ['x'.repeat(500), '', null], ['x'.repeat(501), 5]],
    ['format', ['single', 'ep', 'video', 'album'], ['lp', '', null]],
    ['is-compilation', [true, false], [null, 'yes', 1]],
    ['pre-order-date', ['1996-02-29', null], ['2021-02-29', '2020-2-1', '', 5]],
  ])('accept a valid %s and reject an invalid one', async (name, valid, invalid) => {
    for (const value of valid)
      expect((await set(200, { [name]: value })).body.data.attributes[name]).toBe(value);
    for (const value of invalid)
      expect(new Set(errorsOf(await set(422, { [name]: value })))).toEqual(
        new Set([`invalid_value /data/attributes/${name}`]),
      );
  });

  it('ignore read-only attributes', async () => {
    const sent = {
      'last-status': 'delivered',
      'qa-status': 'approved',
      'tracks-count': 7,
      gtin: '5',
      kind: 'x',
    };
    const { attributes } = (await set(200, sent)).body.data;
    expect(attributes).toMatchObject({ 'last-status': 'draft', 'qa-status': null, 'tracks-count': 0 });
    expect(attributes).not.toHaveProperty('gtin');
    const artists = many('artists', [await newArtist('Read-only')]);
    const { relationships } = (await patch(200, 'albums', album, { relationships: { artists } })).body.data;
    expect(relationships.artists).not.toHaveProperty('data');
    expect((await get(`/albums/${album}/relationships/artists`)).data).toEqual([]);
  });

  it('count their tracks', async () => {
    const counted = await newAlbum();
    const track = await newTrack([counted]);
    await newTrack([counted], { order: 2 });
    expect((await attributesOf('albums', counted))['tracks-count']).toBe(2);
    await remove(204, 'tracks', track);
    expect((await attributesOf('albums', counted))['tracks-count']).toBe(1);
  });

  it('can be used only by their owner', async () => {
    await hers.ask('GET', 403, `/albums/${album}`);
    await hers.patch(403, 'albums', album, { attributes: { title: 'Mine' } });
    await hers.remove(403, 'albums', album);
    await hers.post(403, 'tracks', { relationships: { albums: many('albums', [album]) } });
    const label = await newLabel('Not hers');
    await hers.post(403, 'albums', {
      attributes: albumAttributes,
      relationships: { label: one('labels', label) },
    });
    expect((await hers.get('/albums')).data).toEqual([]);
  });
});

describe('album lists', () => {
  let made: string[];
  let label: string;
  beforeAll(async () => {
    for (const id of idsIn(await hers.get('/albums'))) await hers.remove(204, 'albums', id);
    label = await hers.newLabel('Blue Room');
    const on = { label: one('labels', label) };
    made = [
      await hers.newAlbum({ title: 'Blue', release_date: '2026-03-01' }, on),
      await hers.newAlbum({ title: 'azure', release_date: '2025-01-01', format: 'ep' }),
      await hers.newAlbum({ title: 'Bluer', release_date: '2026-02-01', format: 'video' }, on),
    ];
  });
  const found = async (query: string) =>
    idsIn(await hers.get(`/albums?${query}`)).map((id) => made.indexOf(id));

  it.each([
    ['filter[title]=BLUE', [0, 2]],
    ['filter[title]=', [0, 1, 2]],
    ['filter[format]=ep', [1]],
    ['filter[format]=single', []],
    ['filter[last-status]=draft', [0, 1, 2]],
    ['filter[last-status]=delivered', []],
    ['filter[label]=17', []],
    ['filter[created-at-gte]=2000-01-01', [0, 1, 2]],
    ['filter[created-at-lte]=2000-01-01', []],
    ['sort=title', [1, 0, 2]],
    ['sort=-title', [2, 0, 1]],
    ['sort=release_date', [1, 2, 0]],
    ['sort=-created-at', [2, 1, 0]],
    ['filter[title]=blue&sort=release_date', [2, 0]],
    ['filter[title]=blue&page[size]=1&page[number]=2', [2]],
    ['', [0, 1, 2]],
  ])('show the matching albums for ?%s', async (query, expected) =>
    expect(await found(query)).toEqual(expected),
  );

  it('can be filtered by several labels and sorted by last change', async () => {
    expect(await found(`filter[label]=${label}`)).toEqual([0, 2]);
    expect(await found(`filter[label]=17,${label}&filter[format]=video`)).toEqual([2]);
    await hers.patch(200, 'albums', made[0] ?? '', { attributes: { description: 'later' } });
    expect((await found('sort=-updated-at'))[0]).toBe(0);
  });

  it.each([
    'filter[format]=lp',
    'filter[last-status]=sent',
    'filter[created-at-gte]=yesterday',
    'filter[genre]=1',
    'sort=upc-code',
    'include=album',
  ])('return 400 for ?%s', async (query) => {
    const { body } = await hers.ask('GET', 400, `/albums?${query}`);
    expect(body.errors[0].source.parameter).toBe(query.split('=')[0]);
  });
});

describe('the relationships of an album', () => {
  it('can be set, changed through their links and cleared', async () => {
    const label = await newLabel('Linked');
    const to = { label: one('labels', label), 'primary-genre': one('genres', '1') };
    const id = await newAlbum(
      {},
      { ...to, language: one('languages', '118'), countries: many('countries', ['276']) },
    );
    expect((await get(`/albums/${id}/label`)).data.attributes.name).toBe('Linked');
    for (const [name, type] of [
      ['primary-genre', 'genres'],
      ['secondary-genre', 'genres'],
      ['language', 'languages'],
      ['version', 'versions'],
    ]) {
      const path = `/albums/${id}/relationships/${name}`;
      const linkage = { type: type ?? '', id: '2' };
      expect((await ask('PATCH', 200, path, { data: linkage })).body.data).toEqual(linkage);
      expect((await get(path)).data).toEqual(linkage);
      await ask('PATCH', 200, path, { data: null });
      expect((await get(`/albums/${id}`)).data.relationships[name ?? ''].data).toBeNull();
    }
    await ask('PATCH', 200, `/albums/${id}/relationships/label`, { data: null });
    await remove(204, 'labels', label);
  });

  it('let countries be replaced, added and removed', async () => {
    const id = await newAlbum({}, { countries: many('countries', ['276', '250']) });
    const path = `/albums/${id}/relationships/countries`;
    const write = async (method: string, countries: readonly string[]) => {
      await ask(method, 200, path, many('countries', countries));
      return idsIn(await get(path));
    };
    expect(await write('POST', ['276', '826'])).toEqual(['276', '250', '826']);
    expect(await write('DELETE', ['250', '40'])).toEqual(['276', '826']);
    expect(await write('PATCH', ['40'])).toEqual(['40']);
    expect((await get(`/albums/${id}/countries`)).data[0].attributes['alpha2-code']).toBe('AT');
    expect(await write('PATCH', [])).toEqual([]);
    const response = await ask('POST', 404, path, many('countries', ['99999']));
    expect(errorsOf(response)).toEqual(['unknown_related_record /data']);
  });

  it.each(['artists', 'tracks', 'album-artists', 'album-tracks', 'user', 'status'])(
    'have read-only %s',
    async (name) => {
      const { headers } = await ask('PATCH', 405, `/albums/${album}/relationships/${name}`, { data: [] });
      expect(headers['Allow']).toBe('GET, HEAD');
    },
  );

  it('can be included by every path', async () => {
    const label = await newLabel('Whole');
    const main = await newArtist('Main');
    const guest = await newArtist('Guest');
    const id = await newAlbum(
      {},
      {
        label: one('labels', label),
        'primary-genre': one('genres', '1'),
        'secondary-genre': one('genres', '2'),
        language: one('languages', '118'),
        version: one('versions', '6'),
        countries: many('countries', ['276']),
      },
    );
    const track = await newTrack([id]);
    const role = one('artist-roles', '1');
    const links = { artist: one('artists', main), 'artist-role': role };
    await make('album-artists', { relationships: { ...links, album: one('albums', id) } });
    const second = { ...links, 'artist-role': one('artist-roles', '2'), album: one('albums', id) };
    await make('album-artists', { relationships: second });
    await make('track-artists', {
      relationships: { track: one('tracks', track), artist: one('artists', guest), 'artist-role': role },
    });
    const included = async (path: string): Promise<string[]> =>
      (await get(`/albums/${id}?include=${path}`)).included.map(
        ({ type, attributes: { name, key, title } }: Shown) => `${type} ${name ?? key ?? title ?? ''}`.trim(),
      );
    const expected = {
      label: ['labels Whole'],
      artists: ['artists Main'],
      tracks: ['tracks So Where'],
      'tracks.track-artists.artist': ['tracks So Where', 'track-artists', 'artists Guest'],
      'tracks.track-artists.artist-role': ['tracks So Where', 'track-artists', 'artist-roles main_artist'],
      'album-artists.artist': ['album-artists', 'album-artists', 'artists Main'],
      'album-artists.artist-role': [
        'album-artists',
        'album-artists',
        'artist-roles main_artist',
        'artist-roles featuring',
      ],
      'album-tracks.track': ['album-tracks', 'tracks So Where'],
      countries: ['countries Germany'],
      'primary-genre': ['genres Alternative'],
      'secondary-genre': ['genres Indie Rock'],
      version: ['versions Live'],
      status: ['album-statuses Draft'],
      user: ['users Ada'],
    };
    for (const [path, records] of Object.entries(expected))
      expect(await included(path), path).toEqual(records);
    expect((await included('language'))[0]).toMatch(/^languages /);
    expect(idsIn(await get(`/albums/${id}/artists`))).toEqual([main]);
    expect(idsIn(await get(`/albums/${id}/tracks?include=track-artists.artist`))).toEqual([track]);
  });
});

interface Shown {
  readonly type: string;
  readonly attributes: { readonly name?: string; readonly key?: string; readonly title?: string };
}
