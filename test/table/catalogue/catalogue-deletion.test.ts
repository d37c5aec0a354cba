/** Records that cannot be deleted while others refer to them, and how they show these references. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueCalls, errorsOf, idsIn, many, one } from '../../support/catalogue-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let album: string;
beforeAll(async () => {
  ada = await newAdmin();
  album = await newAlbum();
});
const calls = catalogueCalls(() => ada);
const { ask, get, make, patch, remove, newLabel, newArtist, newAlbum, newTrack } = calls;
const setLabel = (id: string, label: string | null) =>
  patch(200, 'albums', id, {
    relationships: { label: label === null ? { data: null } : one('labels', label) },
  });

describe('a label that has albums', () => {
  it('can be deleted only once its albums have another label or are deleted', async () => {
    const label = await newLabel('Blocked');
    const other = await newLabel('Other');
    const on = { label: one('labels', label) };
    const first = await newAlbum({}, on);
    const second = await newAlbum({}, on);
    const third = await newAlbum({}, on);
    const rejected = async () =>
      expect(errorsOf(await remove(422, 'labels', label))).toEqual(['label_has_albums ']);
    await rejected();
    await setLabel(first, other);
    await rejected();
    await setLabel(second, null);
    await rejected();
    await remove(204, 'albums', third);
    await remove(204, 'labels', label);
    expect(errorsOf(await remove(422, 'labels', other))).toEqual(['label_has_albums ']);
    expect((await get(`/albums/${second}/label`)).data).toBeNull();
  });

  it('lists its albums and matches has-albums', async () => {
    const eve = await newAdmin();
    const hers = catalogueCalls(() => eve);
    const full = await hers.newLabel('Full');
    const empty = await hers.newLabel('Empty');
    const first = await hers.newAlbum({ title: 'B' }, { label: one('labels', full) });
    const second = await hers.newAlbum({ title: 'A' }, { label: one('labels', full) });
    expect((await hers.get(`/labels/${full}`)).data.relationships.albums.data).toEqual(
      many('albums', [first, second]).data,
    );
    const again = await hers.post(201, 'labels', { attributes: { name: 'FULL' } });
    expect(idsIn(again.body.data.relationships.albums)).toEqual([first, second]);
    const other = await hers.post(201, 'labels', { attributes: { name: 'New' } });
    expect(other.body.data.relationships.albums.data).toEqual([]);
    const found = async (value: string) => idsIn(await hers.get(`/labels?filter[has-albums]=${value}`));
    expect(await found('true')).toEqual([full]);
    expect(await found('0')).toEqual([empty, other.body.data.id]);
    await hers.ask('GET', 400, '/labels?filter[has-albums]=some');
    const included = await hers.get('/labels?include=albums&sort=-name');
    expect(idsIn({ data: included.included })).toEqual([first, second]);
    expect(idsIn(await hers.get(`/labels/${full}/albums?sort=title`))).toEqual([second, first]);
    for (const id of [first, second]) await hers.remove(204, 'albums', id);
    expect(await found('1')).toEqual([]);
    await hers.remove(204, 'labels', full);
  });
});

describe('an artist', () => {
  const role = { 'artist-role': one('artist-roles', '1') };
  it.each([
    [
      'an album-artist',
      async (artist: string) => {
        const relationships = { ...role, artist: one('artists', artist), album: one('albums', album) };
        const id = await make('album-artists', { relationships });
        return () => remove(204, 'album-artists', id);
      },
    ],
    [
      'a track-artist',
      async (artist: string) => {
        const track = await newTrack([album]);
        await make('track-artists', {
          relationships: { ...role, artist: one('artists', artist), track: one('tracks', track) },
        });
        return () => remove(204, 'tracks', track);
      },
    ],
    [
      'a direct artist of a track',
      async (artist: string) => {
        const track = await newTrack([album], {}, { artists: many('artists', [artist]) });
        return async () => {
          await patch(200, 'tracks', track, { relationships: { artists: many('artists', []) } });
          await remove(204, 'tracks', track);
        };
      },
    ],
  ])('cannot be deleted while it is %s', async (name, use) => {
    const artist = await newArtist(name);
    const free = await use(artist);
    expect(errorsOf(await remove(422, 'artists', artist))).toEqual(['artist_has_albums ']);
    await free();
    await remove(204, 'artists', artist);
  });
});

describe('an album', () => {
  it('cannot be deleted with tracks, even if these are also on other albums', async () => {
    const first = await newAlbum();
    const second = await newAlbum();
    const track = await newTrack([first, second]);
    expect(errorsOf(await remove(422, 'albums', first))).toEqual(['album_has_tracks ']);
    await ask('DELETE', 200, `/tracks/${track}/relationships/albums`, many('albums', [first]));
    await remove(204, 'albums', first);
    await remove(422, 'albums', second);
    await remove(204, 'tracks', track);
    await remove(204, 'albums', second);
  });
});

it('album statuses are reference data', async () => {
  const { data } = await get('/album-statuses?sort=key');
  expect(idsIn({ data })).toEqual([
    'approved',
    'delivered',
    'draft',
    'error',
    'in_review',
    'rejected',
    'taken_down',
  ]);
  expect((await get('/album-statuses/in_review')).data.attributes).toEqual({
    key: 'in_review',
    name: 'In review',
  });
  expect(idsIn(await get('/album-statuses?filter[key]=draft,error'))).toEqual(['draft', 'error']);
  await ask('POST', 405, '/album-statuses', {});
});
