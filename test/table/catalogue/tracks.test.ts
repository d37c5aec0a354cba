import { beforeAll, describe, expect, it } from 'vitest';
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
let album: string;
let track: string;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
  album = await newAlbum();
  track = await newTrack([album]);
});
const { ask, get, post, make, patch, remove, newLabel, newArtist, newAlbum, newTrack } = catalogueCalls(
  () => ada,
);
const set = (status: number, attributes: object, id = track) => patch(status, 'tracks', id, { attributes });
const url = (length: number) => 'https://files.example/'.padEnd(length, 'x');

describe('tracks', () => {
  it('get defaults when created with only the required fields', async () => {
    const id = await newAlbum();
    const { 'isrc-code': _, ...required } = trackAttributes;
    const { body, headers } = await post(201, 'tracks', {
      attributes: required,
      relationships: trackLinks([id]),
    });
    const { attributes, relationships } = body.data;
    expect(headers['Location']).toBe(`http://localhost:3000/api/v1/tracks/${body.data.id}`);
    const { 'created-at': created, 'updated-at': updated, ...others } = attributes;
    expect(others).toEqual({
      ...required,
      disc: 1,
      md5: null,
      'isrc-code': null,
      'iswc-code': null,
      'version-description': null,
      length: null,
      lyrics: null,
      'synced-lyrics': null,
      'title-translations': [],
      'ai-usage': null,
      'preview-start': null,
      'is-video': false,
      'extended-credits': [],
      'allow-fingerprint-scan': true,
      publishing: '2026 Blue Room',
    });
    expect(updated).toBe(created);
    expect(relationships.user.data).toEqual({ type: 'users', id: ada.userId });
    expect((await get(`/tracks/${body.data.id}`)).data).toEqual(body.data);
    await remove(204, 'tracks', body.data.id);
    await ask('GET', 404, `/tracks/${body.data.id}`);
    await remove(204, 'albums', id);
  });

  it('report missing attributes, albums, genre and language together', async () => {
    const response = await post(422, 'tracks', { attributes: { length: '3:20' }, relationships: {} });
    expect(errorsOf(response)).toEqual([
      'required /data/attributes/title',
      'required /data/attributes/is-explicit',
      'required /data/attributes/rights-owner-year',
      'required /data/attributes/rights-owner-name',
      'required /data/attributes/order',
      'invalid_value /data/attributes/length',
      'required /data/relationships/albums',
      'required /data/relationships/primary-genre',
      'required /data/relationships/language',
      'required /data/attributes/full-audiofile-url',
    ]);
    const relationships = { ...trackLinks([]), 'primary-genre': { data: null } };
    expect(errorsOf(await post(422, 'tracks', { attributes: trackAttributes, relationships }))).toEqual([
      'invalid_value /data/relationships/albums',
      'invalid_value /data/relationships/primary-genre',
    ]);
    expect(
      errorsOf(await patch(422, 'tracks', track, { relationships: { language: { data: null } } })),
    ).toEqual(['invalid_value /data/relationships/language']);
  });

  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['title', ['x', '🎷'.repeat(300)], ['', ' ', 'x'.repeat(301), 'a\nb', null, 5]],
    ['is-explicit', [true, false], [null, 'true']],
    ['rights-owner-year', [1900, 2100], [1899, 2026.5, '2026', null]],
    ['rights-owner-name', ['x', 'é'.repeat(200)], ['', 'x'.repeat(201), null]],
    ['order', [999, 1], [0, -1, 1.5, '1', null]],
    ['full-audiofile-url', [url(500)], [url(501), 'http://files.example/a.wav', 'a.wav', 5]],
    ['isrc-code', ['x'.repeat(100), '', null], ['x'.repeat(101), 5]],
    [
      'md5',
      ['0123456789abcdefABCDEF0123456789', null],
      ['a'.repeat(31), 'a'.repeat(33), 'g'.repeat(32), '', 5],
    ],
    ['version-description', ['x'.repeat(200), '', null], ['x'.repeat(201), 5]],
    ['length', ['00:00:00', '99:59:59', null], ['1:02:03', '00:60:00', '00:00:60', '03:20', '', 200]],
    ['lyrics', ['One\nTwo', 'x'.repeat(50_000), '', null], ['x'.repeat(50_001), 'a\0b', 5]],
    [
      'synced-lyrics',
      ['[00:01.00]One\n[00:02]Two', `[00:00.00]${'x'.repeat(49_990)}`, null],
      ['One', '', `[00:00.00]${'x'.repeat(49_991)}`, '[00:00.00]a\0b', 5],
    ],
    ['preview-start', [0, 30, null], [-1, 0.5, '30']],
    ['is-video', [false], [null, 'true', 1]],
    ['allow-fingerprint-scan', [false, true], [null, 'false', 0]],
  ])('accept a valid %s and reject an invalid one', async (name, valid, invalid) => {
    for (const value of valid) {
      expect((await set(200, { [name]: value })).body.data.attributes[name]).toBe(value);
      expect((await get(`/tracks/${track}`)).data.attributes[name]).toBe(value);
    }
    for (const value of invalid)
      expect(new Set(errorsOf(await set(422, { [name]: value })))).toEqual(
        new Set([`invalid_value /data/attributes/${name}`]),
      );
  });

  it('reject invalid lines of synced lyrics by number, and store LF line ends', async () => {
    const lines = '\ufeff[ti:A]\r\n\r\n[00:12.00]One\r\nTwo\r\n[00:72.00]Three\r\n';
    const { body } = await set(422, { 'synced-lyrics': lines });
    expect(body.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      'synced-lyrics must have a time such as [01:23.45] before the words of line 4.',
      'synced-lyrics has a time in line 5 that is not written as [mm:ss.xx] before the words.',
    ]);
    const good = lines.replace('Two\r\n[00:72.00]Three', '[00:13.00]Two');
    const kept = '[ti:A]\n\n[00:12.00]One\n[00:13.00]Two';
    expect((await set(200, { 'synced-lyrics': good })).body.data.attributes['synced-lyrics']).toBe(kept);
    const { data } = await get(`/tracks/${track}`);
    expect(data.attributes['synced-lyrics']).toBe(kept);
    expect((await ask('PATCH', 200, `/tracks/${track}`, { data })).body.data).toEqual(data);
    await set(200, { 'synced-lyrics': null });
  });

  it('require an audio file unless they are music videos', async () => {
    expect(errorsOf(await set(422, { 'full-audiofile-url': null }))).toEqual([
      'required /data/attributes/full-audiofile-url',
    ]);
    const { 'full-audiofile-url': _, ...silent } = trackAttributes;
    const response = await post(422, 'tracks', { attributes: silent, relationships: trackLinks([album]) });
    expect(errorsOf(response)).toContain('required /data/attributes/full-audiofile-url');
  });

  it('keep the fields omitted from a change', async () => {
    const id = await newTrack([album], {
      order: 20,
      lyrics: 'La',
      'isrc-code': 'A',
      'allow-fingerprint-scan': false,
    });
    const { body } = await set(200, { title: 'Other' }, id);
    const { title, lyrics, order } = body.data.attributes;
    expect([title, lyrics, order]).toEqual(['Other', 'La', 20]);
    expect(body.data.attributes).toMatchObject({ 'isrc-code': 'A', 'allow-fingerprint-scan': false });
    expect((await get(`/tracks/${id}`)).data).toEqual(body.data);
    await remove(204, 'tracks', id);
  });

  it('ignore read-only attributes', async () => {
    const sent = { disc: 7, publishing: 'Mine', kind: 'video', 'credits-count': 5, 'oldest-album': '17' };
    const { attributes } = (await set(200, sent)).body.data;
    expect(attributes).toMatchObject({
      disc: 1,
      publishing: `2100 ${'é'.repeat(200)}`,
    });
    for (const hidden of ['kind', 'credits-count', 'oldest-album'])
      expect(attributes).not.toHaveProperty(hidden);
    await ask('POST', 405, `/tracks/${track}/relationships/track-artists`, { data: [] });
    await ask('PATCH', 405, `/tracks/${track}/relationships/album-tracks`, { data: [] });
  });

  it('can be used only by their owner', async () => {
    const eve = await newAdmin();
    const hers = catalogueCalls(() => eve);
    await hers.ask('GET', 403, `/tracks/${track}`);
    await hers.patch(403, 'tracks', track, { attributes: { title: 'Mine' } });
    await hers.remove(403, 'tracks', track);
    await hers.ask('GET', 403, `/tracks/${track}/albums`);
    await hers.ask('DELETE', 403, `/tracks/${track}/relationships/albums`, { data: [] });
    const own = await hers.newTrack([await hers.newAlbum()]);
    const relationships = { artists: many('artists', [await newArtist('Hers')]) };
    await hers.patch(403, 'tracks', own, { relationships });
    expect(idsIn(await hers.get(`/tracks?filter[album]=${album}`))).toEqual([]);
  });
});

describe('track lists', () => {
  let made: string[];
  let first: string;
  let second: string;
  beforeAll(async () => {
    [first, second] = [await newAlbum(), await newAlbum()];
    made = [
      await newTrack([first], { title: 'Listed blue', order: 3, 'is-explicit': true }),
      await newTrack([first, second], { title: 'listed azure', order: 1, 'isrc-code': 'de-ab1-26-77001' }),
      await newTrack([second], { title: 'Listed Bluer', order: 2, 'rights-owner-year': 1999 }, genre),
    ];
    await make('album-tracks', {
      attributes: { order: 1, disc: 2 },
      relationships: { album: one('albums', second), track: one('tracks', made[0] ?? '') },
    });
    const [place] = (await get(`/album-tracks?filter[track]=${made[2]}`)).data;
    await patch(200, 'album-tracks', place.id, { attributes: { disc: 3 } });
  });
  const genre = { 'primary-genre': one('genres', '2') };
  const indexes = (body: { data: { id: string }[] }) => idsIn(body).map((id) => made.indexOf(id));
  const found = async (query: string) => indexes(await get(`/tracks?filter[title]=listed&${query}`));

  it.each([
    ['', [0, 1, 2]],
    ['filter[is-explicit]=1', [0]],
    ['filter[is-explicit]=false', [1, 2]],
    ['filter[order]=3', [0]],
    ['filter[disc]=3', [2]],
    ['filter[disc]=2', []],
    ['filter[rights-owner-year]=1999', [2]],
    ['filter[primary-genre]=2', [2]],
    ['filter[primary-genre]=1,2', [0, 1, 2]],
    ['filter[isrc-code]=de-ab1-26-77001', [1]],
    ['filter[isrc-code]=DEAB12677001', [1]],
    ['filter[isrc-code]=De AB1-2677001', [1]],
    ['filter[isrc-code]=DEAB1', []],
    ['filter[isrc-code]=', []],
    ['filter[isrc-code]=null', []],
    ['filter[album]=17', []],
    ['filter[created-at-gte]=2000-01-01', [0, 1, 2]],
    ['filter[created-at-lte]=2000-01-01', []],
    ['sort=title', [1, 0, 2]],
    ['sort=-order', [0, 2, 1]],
    ['sort=disc,order', [1, 0, 2]],
    ['sort=-disc,order', [2, 1, 0]],
    ['sort=-created-at', [2, 1, 0]],
  ])('respond to ?%s', async (query, expected) => expect(await found(query)).toEqual(expected));

  it('are filtered and sorted by places on the requested album', async () => {
    const on = (id: string, query: string) => found(`filter[album]=${id}&${query}`);
    expect(await on(first, 'sort=disc,order')).toEqual([1, 0]);
    expect(await on(second, 'sort=disc,order')).toEqual([1, 0, 2]);
    expect(await on(second, 'sort=-disc')).toEqual([2, 0, 1]);
    expect(await on(second, 'filter[disc]=2')).toEqual([0]);
    expect(await on(first, 'filter[disc]=2')).toEqual([]);
    expect(await on(second, 'filter[order]=1')).toEqual([0, 1]);
    expect(await on(second, 'filter[order]=1&filter[disc]=1')).toEqual([1]);
    const related = async (id: string, query: string) => indexes(await get(`/albums/${id}/tracks?${query}`));
    expect(await related(second, 'sort=disc,order')).toEqual([1, 0, 2]);
    expect(await related(second, 'sort=-disc&page[size]=1')).toEqual([2]);
    expect(await related(second, 'filter[disc]=2')).toEqual([0]);
    expect(await related(first, 'sort=order&filter[title]=blue')).toEqual([0]);
  });

  it.each([
    'filter[is-explicit]=yes',
    'filter[order]=first',
    'filter[disc]=',
    'filter[genre]=1',
    'filter[created-at-gte]=2026-02-30',
    'sort=isrc-code',
  ])('return 400 for ?%s', async (query) => {
    const { body } = await ask('GET', 400, `/tracks?${query}`);
    expect(body.errors[0].source.parameter).toBe(query.split('=')[0]);
  });
});

describe('the relationships of a track', () => {
  it('can be included by every path', async () => {
    const label = await newLabel('Whole');
    const artist = await newArtist('Main');
    const direct = await newArtist('Direct');
    const on = await newAlbum({}, { label: one('labels', label) });
    const id = await newTrack(
      [on],
      {},
      {
        'secondary-genre': one('genres', '2'),
        version: one('versions', '6'),
        artists: many('artists', [direct]),
      },
    );
    const links = { artist: one('artists', artist), 'artist-role': one('artist-roles', '1') };
    await make('album-artists', { relationships: { ...links, album: one('albums', on) } });
    await make('track-artists', { relationships: { ...links, track: one('tracks', id) } });
    const included = async (path: string): Promise<string[]> =>
      (await get(`/tracks/${id}?include=${path}`)).included.map(
        ({ type, attributes: { name, key, title } }: Shown) => `${type} ${name ?? key ?? title ?? ''}`.trim(),
      );
    const expected = {
      albums: ['albums Kind of Green'],
      'albums.label': ['albums Kind of Green', 'labels Whole'],
      'albums.artists': ['albums Kind of Green', 'artists Main'],
      'primary-genre': ['genres Alternative'],
      'secondary-genre': ['genres Indie Rock'],
      version: ['versions Live'],
      artists: ['artists Direct'],
      'track-artists.artist': ['track-artists', 'artists Main'],
      'track-artists.artist-role': ['track-artists', 'artist-roles main_artist'],
      'album-tracks.album': ['album-tracks', 'albums Kind of Green'],
      user: ['users Ada'],
    };
    for (const [path, records] of Object.entries(expected))
      expect(await included(path), path).toEqual(records);
    expect((await included('language'))[0]).toMatch(/^languages /);
    expect(idsIn(await get(`/tracks/${id}/artists`))).toEqual([direct]);
    expect((await get(`/tracks/${id}/track-artists`)).data).toHaveLength(1);
    expect(idsIn(await get(`/tracks/${id}/albums?include=label`))).toEqual([on]);
  });

  it('allow up to 20 artists to be replaced, added and removed', async () => {
    const artists = await Promise.all(Array.from({ length: 21 }, (_, index) => newArtist(`Direct ${index}`)));
    const path = `/tracks/${track}/relationships/artists`;
    const write = async (method: string, ids: readonly string[]) =>
      idsIn((await ask(method, 200, path, many('artists', ids))).body);
    expect(await write('POST', artists.slice(0, 19))).toHaveLength(19);
    expect(await write('POST', artists.slice(0, 20))).toEqual(artists.slice(0, 20));
    const tooMany = await ask('POST', 422, path, many('artists', artists.slice(20)));
    expect(errorsOf(tooMany)).toEqual(['limit_reached /data']);
    const all = { artists: many('artists', artists) };
    expect(errorsOf(await patch(422, 'tracks', track, { relationships: all }))).toEqual([
      'limit_reached /data/relationships/artists',
    ]);
    expect(await write('DELETE', artists.slice(1))).toEqual(artists.slice(0, 1));
    expect(await write('PATCH', [])).toEqual([]);
    await patch(200, 'tracks', track, { relationships: { artists: many('artists', artists.slice(1)) } });
    expect(idsIn(await get(path))).toEqual(artists.slice(1));
    await remove(204, 'artists', artists[0] ?? '');
  });
});

interface Shown {
  readonly type: string;
  readonly attributes: { readonly name?: string; readonly key?: string; readonly title?: string };
}
