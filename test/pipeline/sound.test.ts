/** From a distribution request to what is analyzed of its tracks, and to the released tracks with the same sound. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as albums } from '../../functions/albums/handler.ts';
import type { AlbumValidation } from '../../shared/catalogue/api/validate-action.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { blockOf, probesOf } from '../../shared/matching/rules/sound/landmarks.ts';
import { WHOLE_TRACK } from '../../shared/matching/rules/sound/measured-silence.ts';
import { findSounds } from '../../shared/matching/sound/find-sounds.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { silence } from '../support/audio/sounds.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { request } from './matching.ts';
import {
  audioOf,
  matchesOf,
  type NewSong,
  newSong,
  patch,
  RATE,
  recording,
  releasedSong,
  repeated,
  requested,
  type Song,
  useSound,
  wave,
} from './sound.ts';
import { settle, settleAll } from './work-stage.ts';

useSound();
const ISRC = 'DEAB12600077';
const TITLE = 'Amber Lantern';
const ARTISTS = ['Nia Calder'];
/** The excerpt has the sound of the original from here. */
const FROM = 4;
const SECONDS = 7;
let ada: Person;
let eve: Person;
let original: Song;
beforeAll(async () => {
  [ada, eve] = [await newAdmin(), await newAdmin()];
  const file = wave(recording(8, { seconds: 13 }));
  original = await releasedSong(ada, { file, title: TITLE, artists: ARTISTS, isrc: ISRC });
});

const excerpt = wave(recording(8, { from: FROM, seconds: SECONDS }));
/** Of the validation of its album. */
async function warningsOf({ person, albumId }: Song): Promise<string[]> {
  const path = `/albums/${albumId}/validate`;
  const { body } = await call(albums, 200, { method: 'POST', path, token: person.token });
  const { warnings }: AlbumValidation = body.meta.validation;
  return warnings.map(({ code }) => code).filter((code) => code.startsWith('audio_'));
}

/** Eve's songs with the excerpt have the same file. */
const another = (given: Partial<NewSong> = {}) =>
  newSong(eve, { file: excerpt, path: '/excerpt.wav', ...given });
const cover = { title: TITLE, artists: ARTISTS };

/** Expects one match, with the range of the excerpt, right to half a second. */
async function expectHeard(song: Song, match: object): Promise<void> {
  const matches = await matchesOf(song);
  expect(matches).toMatchObject([{ title: TITLE, isCover: 0, ...match }]);
  const range = matches[0]?.ranges.flat() ?? [];
  expect(matches[0]?.ranges).toHaveLength(1);
  for (const [index, expected] of [0, SECONDS, FROM, FROM + SECONDS].entries())
    expect(Math.abs((range[index] ?? Number.NaN) - expected), `${range} at ${index}`).toBeLessThanOrEqual(
      0.5,
    );
}

describe('the audio of a requested song', () => {
  it('is pending until it is analyzed, and is then shown with measurements', async () => {
    const song = await newSong(ada, { file: wave(silence(1, RATE), repeated(3, { seconds: 3 })) });
    expect(await audioOf(song)).toBeNull();
    await request(song.albumId);
    await settle();
    expect(await audioOf(song)).toMatchObject({ status: 'pending', error: null, duration: null });
    await settleAll();
    const audio = await audioOf(song);
    expect(audio).toMatchObject({
      status: 'completed',
      error: null,
      duration: 4,
      'sample-rate': RATE,
      channels: 1,
      format: 'wav',
      'bit-depth': 16,
      'silence-at-end': 0,
      clipping: 0,
    });
    expect(audio?.['silence-at-start']).toBeCloseTo(1, 1);
    expect(audio?.loudness).toBeLessThan(-5);
    expect(audio?.peak).toBeLessThan(0);
  });

  it('has warnings only if its file is shorter than declared', async () => {
    const file = wave(repeated(4, { seconds: 4 }));
    const [whole, cut] = [
      await requested(await newSong(ada, { file })),
      await requested(await newSong(ada, { file: file.subarray(0, 0.75 * file.length) })),
    ];
    expect((await audioOf(whole))?.warnings).toEqual([]);
    expect(await audioOf(cut)).toMatchObject({
      status: 'completed',
      warnings: ['The file states that it has 4.0 seconds of audio, but only 3.0 can be decoded.'],
    });
  });

  it('may be silent, and silent songs do not match each other', async () => {
    const file = wave(silence(6, RATE));
    await releasedSong(ada, { file });
    const song = await requested(await newSong(eve, { file }));
    expect(await audioOf(song)).toMatchObject({
      status: 'completed',
      duration: 6,
      loudness: null,
      peak: null,
      'silence-at-start': 6,
      'silence-at-end': 6,
    });
    expect(await matchesOf(song)).toEqual([]);
    expect(await warningsOf(song)).toEqual(['audio_silent_at_ends', 'audio_lossy']);
    await patch(song, { md5: '0123456789abcdef0123456789abcdef' });
    expect(await warningsOf(song)).toEqual([]);
  });
});

describe('a song with the sound of a released track', () => {
  it('matches it by sound with the ranges in both tracks', async () => {
    const song = await requested(await another());
    await expectHeard(song, { method: 'audio' });
    const [{ score } = { score: 0 }] = await matchesOf(song);
    expect(score).toBeGreaterThanOrEqual(70);
    expect(score).toBeLessThanOrEqual(100);
  });

  it('has one match of full certainty if the ISRCs are equal too', async () => {
    const song = await requested(await another({ isrc: 'de-ab1-26-00077' }));
    await expectHeard(song, { method: 'isrc', score: 100 });
  });

  it('has one match, not as a cover, if the titles are similar too', async () => {
    await expectHeard(await requested(await another(cover)), { method: 'audio' });
  });

  it('keeps sound matches when texts are compared again, and vice versa', async () => {
    const song = await requested(await another({ isrc: ISRC }));
    await patch(song, { 'isrc-code': 'DEAB12600078' });
    await request(song.albumId);
    await settle();
    await expectHeard(song, { method: 'audio' });
    await settleAll();
    await expectHeard(song, { method: 'audio' });
    await patch(song, { 'isrc-code': ISRC });
    await request(song.albumId);
    await settle();
    await expectHeard(song, { method: 'isrc' });
    await settleAll();
    await expectHeard(song, { method: 'isrc' });
  });

  it('matches it as a cover without ranges once its file sounds different', async () => {
    const song = await requested(await another(cover));
    const { url } = await newSong(eve, { file: wave(repeated(4, { seconds: 4 })) });
    await patch(song, { 'full-audiofile-url': url });
    await requested(song);
    expect(await matchesOf(song)).toMatchObject([
      { title: TITLE, isCover: 1, method: 'title_and_artist', ranges: [] },
    ]);
  });

  it('matches it even for the same owner', async () => {
    const song = await newSong(ada, { file: excerpt });
    await expectHeard(await requested(song), { method: 'audio' });
  });

  it('has a range that excludes even short silence around it', async () => {
    const part = recording(8, { from: FROM, seconds: SECONDS });
    const song = await newSong(eve, { file: wave(silence(1.5, RATE), part, silence(1.8, RATE)) });
    await requested(song);
    const [match] = await matchesOf(song);
    const expected = [1.5, 1.5 + SECONDS, FROM, FROM + SECONDS];
    for (const [at, seconds] of (match?.ranges.flat() ?? []).entries())
      expect(Math.abs(seconds - (expected[at] ?? Number.NaN))).toBeLessThanOrEqual(0.5);
    expect(match?.ranges).toHaveLength(1);
  });

  it('does not match itself when it is requested again', async () => {
    await requested(original);
    expect(await matchesOf(original)).toEqual([]);
  });
});

it('a search reads each block of the index once', async () => {
  const fingerprint = Uint32Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? 0x5a5a5a5a : 0xc3c3c3c3));
  const probes = probesOf([fingerprint]);
  const blocks = new Set(probes.map(({ landmark }) => blockOf(landmark)));
  expect(blocks.size).toBeLessThan(probes.length);
  const table = new Table();
  const fingerprints = [{ speed: 1, fingerprint }];
  expect(await findSounds(table, { trackId: '1', ownerId: '1', fingerprints, span: WHOLE_TRACK })).toEqual(
    [],
  );
  expect(table.meter.calls).toBe(blocks.size);
});

it('the rows of all songs are consistent', async () => {
  expect(faultsOf(definitions, await allRows())).toEqual([]);
});
