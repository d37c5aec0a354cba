/** Attaching, reading and deleting masters of tracks, and albums that wait for masters. */
import { beforeAll, describe, expect, it } from 'vitest';
import { trackAssets } from '../../../shared/catalogue/api/track-assets.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { findPlaces, kindChange } from '../../../shared/catalogue/contents/track-places.ts';
import { validationWork } from '../../../shared/catalogue/masters/validation-work.ts';
import type { TrackKind } from '../../../shared/catalogue/rules/catalogue.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { changed, findRecord, save, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { catalogueCalls, errorsOf, idsIn, many, one } from '../../support/catalogue-calls.ts';
import { allRows } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let album: string;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
  album = await newAlbum();
});
const calls = catalogueCalls(() => ada);
const { ask, get, post, patch, remove, attributesOf, newAlbum, newTrack } = calls;
let orders = 0;
const newSong = () => newTrack([album], { order: ++orders });
const newVideo = (on: readonly string[] = [album]) => newTrack(on, { order: ++orders, 'is-video': true });
const URL = 'https://files.example/master';
const attach = (status: number, track: string, type: string, url: unknown = URL) =>
  post(status, 'track-assets', {
    attributes: { 'asset-type': type, url },
    relationships: { track: one('tracks', track) },
  });
const attached = async (track: string, type: string): Promise<string> =>
  (await attach(201, track, type)).body.data.id;

/** Stores the verdict of the validation of a master. */
async function judge(id: string, status: 'valid' | 'invalid', kind: TrackKind): Promise<void> {
  const store = deciding(storeOf(definitions, { table: new Table(), now: new Date() }));
  const before = await findRecord(store, trackAssets, id);
  const track = before && (await findRecord(store, tracks, before.fields.track));
  if (!before || !track) throw new Error('There is no such master.');
  const after = changed(store, trackAssets, { before, fields: { 'validation-status': status } });
  const { also } = kindChange(track, { kind }, await findPlaces(store, track));
  const outcome = await save(store, [{ resource: trackAssets, before, after }, ...also]);
  expect(outcome.is).toBe('saved');
}

describe('track-assets', () => {
  it('are deleted with their track together with a pending validation', async () => {
    const song = await newSong();
    const { pk, sk } = validationWork.key(await attached(song, 'dolby_atmos'));
    const validations = async () => (await allRows()).filter((row) => row['pk'] === pk && row['sk'] === sk);
    expect(await validations()).toHaveLength(1);
    await remove(204, 'tracks', song);
    expect(await validations()).toEqual([]);
  });

  it('can be attached, read and deleted', async () => {
    const song = await newSong();
    const { body, headers } = await attach(201, song, 'dolby_atmos');
    const { id, attributes } = body.data;
    expect(headers['Location']).toBe(`http://localhost:3000/api/v1/track-assets/${id}`);
    expect(attributes).toMatchObject({
      'asset-type': 'dolby_atmos',
      url: URL,
      'validation-status': 'pending',
      'validation-errors': [],
    });
    expect((await get(`/track-assets/${id}`)).data).toEqual(body.data);
    expect(idsIn(await get(`/track-assets?filter[track]=${song}&sort=-created-at`))).toEqual([id]);
    expect(idsIn({ data: (await get(`/track-assets/${id}?include=track`)).included })).toEqual([song]);
    await ask('PATCH', 405, `/track-assets/${id}`, {
      data: { type: 'track-assets', id, attributes: { url: URL } },
    });
    await remove(204, 'track-assets', id);
    await ask('GET', 404, `/track-assets/${id}`);
    await attach(201, song, 'dolby_atmos');
  });

  it('report missing type, URL and track together', async () => {
    expect(errorsOf(await post(422, 'track-assets', {}))).toEqual([
      'required /data/attributes/asset-type',
      'required /data/attributes/url',
      'required /data/relationships/track',
    ]);
  });

  it('require a known type and an https URL of up to 2,048 characters', async () => {
    const song = await newSong();
    expect(errorsOf(await attach(422, song, 'stereo', 'http://files.example/master'))).toEqual([
      'invalid_value /data/attributes/asset-type',
      'invalid_value /data/attributes/url',
    ]);
    for (const url of [URL.padEnd(2049, 'x'), 'https://a:b@files.example/master', '/master', '', null])
      expect(new Set(errorsOf(await attach(422, song, 'dolby_atmos', url)))).toEqual(
        new Set(['invalid_value /data/attributes/url']),
      );
    const { body } = await attach(201, song, 'dolby_atmos', URL.padEnd(2048, 'x'));
    expect(body.data.attributes.url).toHaveLength(2048);
  });

  it('ignore the status in a request', async () => {
    const attributes = {
      'asset-type': 'dolby_atmos',
      url: URL,
      'validation-status': 'valid',
      'validation-errors': ['x'],
    };
    const relationships = { track: one('tracks', await newSong()) };
    const { body } = await post(201, 'track-assets', { attributes, relationships });
    expect(body.data.attributes).toMatchObject({ 'validation-status': 'pending', 'validation-errors': [] });
  });

  it('are limited to one per type, and to types that the track can have', async () => {
    const song = await newSong();
    const video = await newVideo();
    await attach(201, song, 'dolby_atmos');
    await attach(201, video, 'video');
    const exists = 'track_asset_exists /data/attributes/asset-type';
    const mismatch = 'track_asset_type_mismatch /data/attributes/asset-type';
    expect(errorsOf(await attach(422, song, 'dolby_atmos'))).toEqual([exists]);
    expect(errorsOf(await attach(422, video, 'video'))).toEqual([exists]);
    expect(errorsOf(await attach(422, video, 'video', 'x'))).toEqual([
      'invalid_value /data/attributes/url',
      exists,
    ]);
    expect(errorsOf(await attach(422, song, 'video'))).toEqual([mismatch]);
    expect(errorsOf(await attach(422, video, 'dolby_atmos'))).toEqual([mismatch]);
    await attach(404, '17', 'video');
  });

  it('are deleted with their track', async () => {
    const video = await newVideo();
    const id = await attached(video, 'video');
    await remove(204, 'tracks', video);
    await ask('GET', 404, `/track-assets/${id}`);
    expect(catalogueFaults(await allRows())).toEqual([]);
  });
});

describe('the qa-status of an album', () => {
  const statusesOf = async (...albums: string[]) =>
    Promise.all(albums.map(async (id) => (await attributesOf('albums', id))['qa-status']));

  it("is awaiting_conversion while a track's video master is not valid", async () => {
    const first = await newAlbum();
    const second = await newAlbum({ format: 'video' });
    const one_ = await newVideo([first]);
    const other = await newVideo([second]);
    await ask('POST', 200, `/tracks/${one_}/relationships/albums`, many('albums', [second]));
    expect(await statusesOf(first, second)).toEqual([null, null]);
    const master = await attached(one_, 'video');
    const another = await attached(other, 'video');
    expect(await statusesOf(first, second)).toEqual(['awaiting_conversion', 'awaiting_conversion']);
    const listed = (await get(`/tracks/${one_}?include=albums`)).included;
    expect(listed[0].attributes['qa-status']).toBe('awaiting_conversion');
    await judge(master, 'valid', 'video');
    expect(await statusesOf(first, second)).toEqual([null, 'awaiting_conversion']);
    await judge(another, 'invalid', 'unready_video');
    expect(await statusesOf(first, second)).toEqual([null, 'awaiting_conversion']);
    await remove(204, 'track-assets', another);
    expect(await statusesOf(first, second)).toEqual([null, null]);
    expect(catalogueFaults(await allRows())).toEqual([]);
  });

  it.each([
    [
      'the video becomes a song',
      (id: string) => patch(200, 'tracks', id, { attributes: { 'is-video': false } }),
    ],
    ['the video is deleted', (id: string) => remove(204, 'tracks', id)],
    [
      'the video leaves the album',
      (id: string) => ask('PATCH', 200, `/tracks/${id}/relationships/albums`, many('albums', [album])),
    ],
  ])('is no longer awaiting_conversion when %s', async (_, end) => {
    const waiting = await newAlbum();
    const video = await newVideo([waiting]);
    await attached(video, 'video');
    const { version } = { version: (await attributesOf('tracks', video))['updated-at'] };
    expect(await statusesOf(waiting)).toEqual(['awaiting_conversion']);
    expect((await attributesOf('tracks', video))['updated-at']).toBe(version);
    await end(video);
    expect(await statusesOf(waiting)).toEqual([null]);
  });

  it('does not depend on the Dolby Atmos master of a song', async () => {
    const waiting = await newAlbum();
    await attach(201, await newTrack([waiting]), 'dolby_atmos');
    expect(await statusesOf(waiting)).toEqual([null]);
  });
});
