/** Which tracks are in the index by sound, and what is forgotten of those that leave it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { newRelease } from '../support/releases.ts';
import { setFields } from '../support/rows.ts';
import { indexRelease } from './matching.ts';
import {
  audioOf,
  files,
  matchesOf,
  newSong,
  patch,
  released,
  releasedSong,
  repeated,
  requested,
  rowsAbout,
  type Song,
  useSound,
  wave,
} from './sound.ts';
import { run, settleAll } from './work-stage.ts';

useSound();
const file = wave(repeated(2));
/** Without sub-fingerprints in common with the other. */
const short = wave(repeated(3, { seconds: 4 }));
const optedOut = { 'allow-fingerprint-scan': false };
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
});

/** The number of a song's entries in the index. */
const entriesOf = async (song: Song): Promise<number> =>
  (await rowsAbout(song)).filter((name) => name.startsWith('sound#')).length;
const remaining = async (song: Song) =>
  (await rowsAbout(song)).filter((name) => !name.includes(' released#'));

describe('the index by sound', () => {
  it('contains a song while it is released', async () => {
    const song = await requested(await newSong(ada, { file: short }));
    expect(await entriesOf(song)).toBe(0);
    await released(song);
    expect(await entriesOf(song)).toBeGreaterThan(2);
    await released(song, false);
    expect(await entriesOf(song)).toBe(0);
    expect(await rowsAbout(song)).not.toContain(expect.stringContaining('released#'));
  });

  it('contains a song released on two albums until both are taken down', async () => {
    const song = await releasedSong(ada, { file: short });
    const { albumId } = await newRelease(ada, []);
    const one = (type: string, id: string) => ({ data: { type, id } });
    const data = {
      type: 'album-tracks',
      attributes: { order: 2 },
      relationships: { album: one('albums', albumId), track: one('tracks', song.trackId) },
    };
    await call(tracks, 201, { method: 'POST', path: '/album-tracks', token: ada.token, body: { data } });
    await released({ ...song, albumId });
    const entries = await entriesOf(song);
    await released(song, false);
    expect([await entriesOf(song), entries > 2]).toEqual([entries, true]);
    await released({ ...song, albumId }, false);
    expect(await entriesOf(song)).toBe(0);
  });

  it('adds a song that is released before its analysis', async () => {
    const song = await newSong(ada, { file: short });
    await released(song);
    await settleAll();
    expect(await audioOf(song)).toMatchObject({ status: 'completed' });
    expect(await entriesOf(song)).toBeGreaterThan(2);
  });

  it('gets the new sound of a released song when its file is replaced', async () => {
    const song = await releasedSong(ada, { file });
    await patch(song, { 'full-audiofile-url': files().put('/new.wav', { bytes: short }) });
    await settleAll();
    expect(await entriesOf(song)).toBe(0);
    await settleAll();
    expect(await audioOf(song)).toMatchObject({ status: 'completed', duration: 4 });
    expect(await entriesOf(song)).toBeGreaterThan(2);
  });
});

describe('a song that has opted out of fingerprint scans', () => {
  it('is matched by ISRC and title, but not read, compared or indexed by sound', async () => {
    const [isrc, title] = ['DEAB12600111', 'Quiet Harbour'];
    const eve = await newAdmin();
    await releasedSong(eve, { file, title, isrc });
    const given = { file, more: optedOut };
    const same = await requested(await newSong(ada, { ...given, isrc }));
    expect(await matchesOf(same)).toMatchObject([{ isCover: 0, score: 100, method: 'isrc', ranges: [] }]);
    expect([await audioOf(same), files().taken(same.path)]).toEqual([null, []]);
    await released(same);
    expect(await remaining(same)).toEqual([`match-list#${same.trackId} #`]);
    const other = await requested(await newSong(eve, { file }));
    expect((await matchesOf(other)).map((match) => match.title)).toEqual([title]);
    await released(same, false);
  });

  it('loses its analysis and is analyzed again after opting in', async () => {
    const song = await releasedSong(ada, { file });
    await requested(song);
    expect(await entriesOf(song)).toBeGreaterThan(2);
    const matched = await requested(await newSong(ada, { file }));
    const matches = (await matchesOf(matched)).length;
    await patch(song, optedOut);
    await patch(matched, optedOut);
    // Others own some of the recordings.
    expect(await matchesOf(matched)).toHaveLength(matches);
    await settleAll();
    const left = (await remaining(song)).filter((name) => !name.startsWith('match-list#'));
    expect([await audioOf(song), left]).toEqual([null, []]);
    const list = [`match-list#${matched.trackId} #`];
    expect([await audioOf(matched), await rowsAbout(matched)]).toEqual([null, list]);
    await patch(song, { 'allow-fingerprint-scan': true });
    await patch(matched, { 'allow-fingerprint-scan': true });
    await requested(song);
    await requested(matched);
    expect(await audioOf(song)).toMatchObject({ status: 'completed' });
    expect(await entriesOf(song)).toBeGreaterThan(2);
    expect(await matchesOf(matched)).toHaveLength(matches);
  });

  it('also loses the analysis of an earlier file', async () => {
    const song = await requested(await newSong(ada, { file: short }));
    await patch(song, { 'full-audiofile-url': files().put('/unheard.wav', { bytes: file }) });
    await settleAll();
    await patch(song, optedOut);
    await settleAll();
    expect(await rowsAbout(song)).toEqual([]);
  });
});

it('a song that becomes a music video leaves no analysis', async () => {
  const song = await requested(await newSong(ada, { file: short }));
  await patch(song, { 'is-video': true });
  await settleAll();
  expect([await audioOf(song), await rowsAbout(song)]).toEqual([null, []]);
  await requested(song);
  expect([await audioOf(song), await rowsAbout(song)]).toEqual([null, []]);
});

it('a deleted track leaves nothing of any of its files', async () => {
  const song = await requested(await newSong(ada, { file: short }));
  await patch(song, { 'full-audiofile-url': files().put('/second.wav', { bytes: file }) });
  await requested(song);
  expect((await rowsAbout(song)).filter((name) => name.startsWith('heard-file#'))).toHaveLength(2);
  await call(tracks, 204, { method: 'DELETE', path: `/tracks/${song.trackId}`, token: ada.token });
  await settleAll();
  expect(await rowsAbout(song)).toEqual([]);
});

describe('a released track without an analysis', () => {
  it('is analyzed when its album is released again', async () => {
    const song = await releasedSong(ada, { file: short });
    const rows = (await allRows()).filter(({ pk, sk }) => `${pk} ${sk}`.includes(song.trackId));
    const keys = rows.map(({ pk, sk }): Key => ({ pk: String(pk), sk: String(sk) }));
    await new Table().deleteMany(keys.filter(({ pk }) => /^(track-sound|sound)#/.test(pk)));
    await setFields(trackRecords, song.trackId, { audio: null });
    expect(await entriesOf(song)).toBe(0);
    await indexRelease(song.albumId);
    await run(4);
    expect(await audioOf(song)).toMatchObject({ status: 'completed' });
    expect(await entriesOf(song)).toBeGreaterThan(2);
  });
});

it('the rows of all songs are consistent', async () => {
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});
