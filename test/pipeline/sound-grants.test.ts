/** The table accesses of analyze-audio, and of changes to analyzed tracks, compared with what the roles allow. */
import { beforeAll, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import { silence } from '../support/audio/sounds.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { type Access, askedBy, denied, expectAllUsed, hearTable } from '../support/grants.ts';
import { setFields } from '../support/rows.ts';
import {
  analysisDue,
  audioOf,
  files,
  matchesOf,
  newSong,
  patch,
  RATE,
  releasedSong,
  repeated,
  type Song,
  useSound,
  wave,
} from './sound.ts';
import { settle } from './work-stage.ts';

useSound();
beforeAll(hearTable);

const file = wave(repeated(2));

/** @returns what the analysis of a song accesses. */
async function analysisOf(song: Song, before = async () => {}): Promise<readonly Access[]> {
  await analysisDue(song);
  await before();
  return askedBy(settle);
}

const remove = async ({ person: { token }, trackId }: Song) => {
  await call(tracks, 204, { method: 'DELETE', path: `/tracks/${trackId}`, token });
};

async function attachMaster({ token }: Person, trackId: string): Promise<void> {
  const attributes = { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/master.wav' };
  const relationships = { track: { data: { type: 'tracks', id: trackId } } };
  const body = { data: { type: 'track-assets', attributes, relationships } };
  await call(tracks, 201, { method: 'POST', path: '/track-assets', token, body });
}

it('the analyzer uses all its permissions and needs no others', async () => {
  const ada = await newAdmin();
  await releasedSong(await newAdmin(), { file });
  const song = await newSong(ada, { file });
  const first = await analysisOf(song);
  files().put(song.path, { bytes: file, etag: '"other"' });
  const second = await analysisOf(song);
  const copied = await analysisOf(await newSong(ada, { file, path: song.path }));
  const missing = await newSong(ada, { file });
  const failed = await analysisOf(missing, async () => {
    files().put(missing.path, { bytes: Buffer.alloc(0) });
  });
  const deleted = await newSong(ada, { file });
  const gone = await analysisOf(deleted, () => remove(deleted));
  const mastered = await newSong(ada, { file });
  const onlyMaster = await analysisOf(mastered, async () => {
    await attachMaster(ada, mastered.trackId);
    await setFields(trackRecords, mastered.trackId, { 'full-audiofile-url': null });
  });
  // Its places keep that it is silent.
  const silent = await analysisOf(await newSong(ada, { file: wave(silence(6, RATE)) }));
  expect([(await audioOf(song))?.status, (await matchesOf(song)).length]).toEqual(['completed', 1]);
  expectAllUsed(
    [...first, ...second, ...copied, ...failed, ...gone, ...onlyMaster, ...silent],
    'analyze-audio',
    // Reviews that it starts (resumed-reviews.test.ts).
    ['distribution-requests#*'],
  );
});

it('changing and deleting an analyzed track needs only the permissions that the function has', async () => {
  const owner = await newAdmin();
  const own = wave(repeated(31));
  await releasedSong(owner, { file: own });
  const changed = await newSong(owner, { file: own });
  await analysisOf(changed);
  await releasedSong(await newAdmin(), { file });
  const copied = await newSong(await newAdmin(), { file });
  await analysisOf(copied);
  const deleted = await newSong(await newAdmin(), { file });
  await analysisOf(deleted);
  const accesses = await askedBy(async () => {
    await patch(changed, { 'allow-fingerprint-scan': false });
    await patch(copied, { 'allow-fingerprint-scan': false });
    await remove(deleted);
  });
  expect(await matchesOf(changed)).toEqual([]);
  expect(await matchesOf(copied)).not.toEqual([]);
  const needs = functionList(['tracks']).get('tracks');
  expect(needs && denied(accesses, needs)).toEqual([]);
});
