/** Music videos and video releases, for accounts with and without each capability (specification 2.3.3 and 7). */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person, setCapabilities } from '../../support/calls.ts';
import { catalogueCalls, errorsOf, many, one, trackLinks } from '../../support/catalogue-calls.ts';
import { trackAttributes } from '../../support/examples.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
/** A release of songs, and a video release. */
let songs: string;
let videos: string;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
  songs = await newAlbum();
  videos = await newAlbum({ format: 'video' });
});
const calls = catalogueCalls(() => ada);
const { ask, post, make, patch, remove, attributesOf, newAlbum, newTrack, newPlace } = calls;
let orders = 0;
const newSong = (on: readonly string[] = [songs], attributes: object = {}) =>
  newTrack(on, { order: ++orders, ...attributes });
const newVideo = (on: readonly string[] = [songs], attributes: object = {}) =>
  newSong(on, { 'is-video': true, ...attributes });
const set = (status: number, id: string, attributes: object) => patch(status, 'tracks', id, { attributes });
const putOn = (status: number, id: string, on: readonly string[], attributes: object = {}) =>
  patch(status, 'tracks', id, { attributes, relationships: { albums: many('albums', on) } });
const create = (status: number, on: readonly string[], attributes: object = {}) =>
  post(status, 'tracks', {
    attributes: { ...trackAttributes, order: ++orders, ...attributes },
    relationships: trackLinks(on),
  });
const attach = (status: number, track: string, type: string) =>
  post(status, 'track-assets', {
    attributes: { 'asset-type': type, url: 'https://127.0.0.1:9/master' },
    relationships: { track: one('tracks', track) },
  });
const assetsOf = async (track: string): Promise<string[]> =>
  (await calls.get(`/track-assets?filter[track]=${track}`)).data.map(
    ({ attributes }: { attributes: { 'asset-type': string } }) => attributes['asset-type'],
  );
const AUDIO = trackAttributes['full-audiofile-url'];
const ONLY_VIDEOS = 'video_release_accepts_only_videos';
const SHARED = 'video_track_is_shared /data/attributes/is-video';
const SCAN = 'fingerprint_scan_required_for_video /data/attributes/allow-fingerprint-scan';

/** Does something as an account with these capabilities only. */
async function as<T>(
  capabilities: { video: boolean; 'music-videos': boolean },
  act: () => Promise<T>,
): Promise<T> {
  await setCapabilities(ada, capabilities);
  try {
    return await act();
  } finally {
    await setCapabilities(ada, { video: true, 'music-videos': true });
  }
}
const withoutFeature = { video: false, 'music-videos': true };
const withoutVideos = { video: true, 'music-videos': false };

describe('a song that becomes a music video', () => {
  it('loses its audio and Dolby Atmos master but keeps its length', async () => {
    const id = await newSong([songs], { length: '00:03:20', md5: 'a1'.repeat(16) });
    await attach(201, id, 'dolby_atmos');
    const { attributes } = (await set(200, id, { 'is-video': true })).body.data;
    const removed = { 'full-audiofile-url': null, md5: null };
    expect(attributes).toMatchObject({ 'is-video': true, ...removed, length: '00:03:20' });
    expect(await attributesOf('tracks', id)).toEqual(attributes);
    expect(await assetsOf(id)).toEqual([]);
    await attach(201, id, 'video');
    // The track is already a music video, so nothing is lost.
    await set(200, id, { 'is-video': true, title: 'Still one' });
    expect(await assetsOf(id)).toEqual(['video']);
  });

  it('must be on only one album', async () => {
    const id = await newSong([songs, await newAlbum()]);
    expect(errorsOf(await set(422, id, { 'is-video': true }))).toEqual([SHARED]);
    expect(errorsOf(await putOn(422, id, [songs], { 'is-video': true }))).toEqual([SHARED]);
    const other = await newSong();
    const both = [songs, await newAlbum()];
    expect(errorsOf(await putOn(422, other, both, { 'is-video': true }))).toEqual([SHARED]);
    expect(errorsOf(await create(422, both, { 'is-video': true }))).toEqual([SHARED]);
    await putOn(200, id, [songs]);
    await set(200, id, { 'is-video': true });
  });

  it('can move to a video release immediately', async () => {
    const id = await newSong();
    expect(errorsOf(await putOn(422, id, [videos]))).toEqual([`${ONLY_VIDEOS} /data/relationships/albums`]);
    await putOn(200, id, [videos], { 'is-video': true });
  });
});

describe('a music video', () => {
  it('needs no audio and ignores audio fields', async () => {
    const { 'full-audiofile-url': _, ...silent } = trackAttributes;
    const attributes = { ...silent, order: ++orders, 'is-video': true };
    const { body } = await post(201, 'tracks', { attributes, relationships: trackLinks([songs]) });
    const { id } = body.data;
    expect(body.data.attributes['full-audiofile-url']).toBeNull();
    const sent = { ...body.data.attributes, 'full-audiofile-url': AUDIO };
    expect((await set(200, id, sent)).body.data.attributes['full-audiofile-url']).toBeNull();
    expect(
      (await create(201, [songs], { 'is-video': true })).body.data.attributes['full-audiofile-url'],
    ).toBeNull();
  });

  it('loses its video master as a song, and can get audio later', async () => {
    const id = await newVideo();
    await attach(201, id, 'video');
    const whole = { 'is-video': false, 'full-audiofile-url': null, title: 'Sent back whole' };
    expect((await set(200, id, whole)).body.data.attributes['is-video']).toBe(false);
    expect(await assetsOf(id)).toEqual([]);
    await set(200, id, { title: 'Still without audio' });
    await set(200, id, { 'full-audiofile-url': AUDIO });
    expect(errorsOf(await set(422, id, { 'full-audiofile-url': null }))).toEqual([
      'required /data/attributes/full-audiofile-url',
    ]);
  });

  it('can be put on a second album and then be edited', async () => {
    const id = await newVideo();
    await ask('POST', 200, `/tracks/${id}/relationships/albums`, many('albums', [videos]));
    await newPlace(await newAlbum(), id, { order: 1 });
    await set(200, id, { 'is-video': true, title: 'Shared' });
  });

  it('is always scanned for fingerprints', async () => {
    const opted = { 'allow-fingerprint-scan': false };
    expect(errorsOf(await create(422, [songs], { ...opted, 'is-video': true }))).toEqual([SCAN]);
    expect(errorsOf(await create(422, [videos], opted))).toEqual([SCAN]);
    expect(errorsOf(await set(422, await newVideo(), opted))).toEqual([SCAN]);
    const song = await newSong([songs], opted);
    expect(errorsOf(await set(422, song, { 'is-video': true }))).toEqual([SCAN]);
    await set(200, song, { 'is-video': true, 'allow-fingerprint-scan': true });
    expect(errorsOf(await set(422, song, { ...opted, title: '' }))).toEqual([
      'invalid_value /data/attributes/title',
      SCAN,
    ]);
    await set(200, song, { ...opted, 'is-video': false });
  });
});

describe('a video release', () => {
  it('makes a music video of every track created on it', async () => {
    const { id, attributes } = (await create(201, [videos])).body.data;
    expect(attributes).toMatchObject({ 'is-video': true, 'full-audiofile-url': null });
    expect(errorsOf(await create(422, [videos], { 'is-video': false }))).toEqual([
      `${ONLY_VIDEOS} /data/attributes/is-video`,
    ]);
    expect(errorsOf(await set(422, id, { 'is-video': false }))).toEqual([
      `${ONLY_VIDEOS} /data/attributes/is-video`,
    ]);
    await putOn(200, id, [songs], { 'is-video': false });
  });

  it('rejects songs on every route', async () => {
    const song = await newSong();
    const links = `/tracks/${song}/relationships/albums`;
    const place = {
      attributes: { order: ++orders },
      relationships: { album: one('albums', videos), track: one('tracks', song) },
    };
    const rejected = [
      await ask('POST', 422, links, many('albums', [videos])),
      await ask('PATCH', 422, links, many('albums', [videos])),
      await putOn(422, song, [songs, videos], { 'is-video': false }),
      await post(422, 'album-tracks', place),
      await patch(422, 'albums', songs, { attributes: { format: 'video' } }),
    ];
    expect(rejected.map(errorsOf)).toEqual([
      [`${ONLY_VIDEOS} /data`],
      [`${ONLY_VIDEOS} /data`],
      [`${ONLY_VIDEOS} /data/attributes/is-video`],
      [`${ONLY_VIDEOS} /data/relationships/track`],
      [`${ONLY_VIDEOS} /data/attributes/format`],
    ]);
  });

  it('can be made from a release without songs and changed back', async () => {
    const album = await newAlbum();
    const video = await newVideo([album]);
    const song = await newSong([album]);
    const format = (status: number, value: string) =>
      patch(status, 'albums', album, { attributes: { format: value } });
    await format(422, 'video');
    await remove(204, 'tracks', song);
    await format(200, 'video');
    await set(422, video, { 'is-video': false });
    await format(200, 'ep');
    await set(200, video, { 'is-video': false });
    await format(422, 'video');
  });
});

describe('an account without the video feature', () => {
  const rejected = async (act: () => Promise<Parameters<typeof errorsOf>[0]>) =>
    expect(errorsOf(await as(withoutFeature, act))).toEqual(['video_read_only ']);

  it('cannot write to the tracks of a video release', async () => {
    const video = await newVideo([videos]);
    const moved = await newVideo();
    const [place] = (await calls.get(`/album-tracks?filter[track]=${video}`)).data;
    const artist = one('artists', await calls.newArtist('Guest'));
    const inRole = { artist, 'artist-role': one('artist-roles', '1') };
    const credit = await make('track-artists', { relationships: { ...inRole, track: one('tracks', video) } });
    const second = { ...inRole, 'artist-role': one('artist-roles', '2'), track: one('tracks', video) };
    const onVideos = { album: one('albums', videos), track: one('tracks', moved) };
    const asset = (await attach(201, video, 'video')).body.data.id;
    await rejected(() => create(403, [videos]));
    await rejected(() => create(403, [videos], { 'is-video': false, title: '' }));
    await rejected(() => set(403, video, { title: 'Other' }));
    await rejected(() => remove(403, 'tracks', video));
    await rejected(() => putOn(403, video, [songs]));
    await rejected(() => putOn(403, moved, [songs, videos]));
    await rejected(() =>
      post(403, 'album-tracks', { attributes: { order: ++orders }, relationships: onVideos }),
    );
    await rejected(() => patch(403, 'album-tracks', place.id, { attributes: { order: ++orders } }));
    await rejected(() => remove(403, 'album-tracks', place.id));
    await rejected(() => post(403, 'track-artists', { relationships: second }));
    await rejected(() => patch(403, 'track-artists', credit, { attributes: { order: 1 } }));
    await rejected(() => remove(403, 'track-artists', credit));
    await rejected(() => remove(403, 'track-assets', asset));
    await remove(204, 'track-assets', asset);
    await rejected(() => attach(403, video, 'video'));
  });

  it('cannot create, change or delete a video release, but can read one', async () => {
    const album = await newAlbum({ format: 'video' });
    const attributes = await attributesOf('albums', album);
    await rejected(() => patch(403, 'albums', songs, { attributes: { format: 'video' } }));
    await rejected(() => patch(403, 'albums', album, { attributes: { format: 'ep' } }));
    await rejected(() => patch(403, 'albums', album, { attributes: { title: 'Other' } }));
    await rejected(() => remove(403, 'albums', album));
    await rejected(() => post(403, 'albums', { attributes }));
    const artist = one('artists', await calls.newArtist('Main'));
    const relationships = { artist, 'artist-role': one('artist-roles', '1'), album: one('albums', album) };
    await rejected(() => post(403, 'album-artists', { relationships }));
    const credit = await make('album-artists', { relationships });
    await rejected(() => patch(403, 'album-artists', credit, { attributes: { order: 1 } }));
    await rejected(() => remove(403, 'album-artists', credit));
    await as(withoutFeature, async () => {
      expect(await attributesOf('albums', album)).toEqual(attributes);
      await patch(200, 'albums', songs, { attributes: { format: 'ep' } });
    });
  });

  it('can put music videos on other releases', async () => {
    await as(withoutFeature, async () => {
      const id = await newVideo();
      await attach(201, id, 'video');
      await set(200, id, { title: 'Other' });
      await set(200, id, { 'is-video': false });
      await remove(204, 'tracks', id);
    });
  });
});

describe('an account without music videos', () => {
  const rejected = async (pointer: string, act: () => Promise<Parameters<typeof errorsOf>[0]>) =>
    expect(errorsOf(await as(withoutVideos, act))).toEqual([`video_not_allowed ${pointer}`]);
  const IS_VIDEO = '/data/attributes/is-video';

  it('can neither create music videos nor turn songs into them', async () => {
    const song = await newSong();
    const video = await newVideo();
    await rejected(IS_VIDEO, () => create(403, [songs], { 'is-video': true }));
    await rejected(IS_VIDEO, () => create(403, [videos]));
    await rejected(IS_VIDEO, () => set(403, song, { 'is-video': true }));
    await rejected(IS_VIDEO, () => set(403, video, { 'is-video': true }));
    await as(withoutVideos, async () => {
      expect(errorsOf(await create(422, [videos], { 'is-video': false }))).toEqual([
        `${ONLY_VIDEOS} ${IS_VIDEO}`,
      ]);
      await set(200, video, { title: 'Other' });
      await set(200, video, { 'is-video': false });
      await create(201, [songs], { 'is-video': false });
    });
  });
});
