/** Files that are shorter than they say: a warning from 1 % on, invalid from half on. Files that have more: a warning. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '../../support/audio/fixture.ts';
import { heardIn, listenToFile } from '../../support/audio/listening.ts';
import { melody } from '../../support/audio/sounds.ts';
import { aiffFile, type WaveOptions, waveFile } from '../../support/audio/wave-file.ts';
import { chunk } from '../../support/master-files.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const rate = 8_000;
const samples = melody(3, { seconds: 12, rate });

/** The first part of a file. */
const cut = (file: Buffer, share: number): Buffer => file.subarray(0, Math.round(file.length * share));

const ONLY = /^The file states that it has \d+\.\d seconds of audio, but only \d+\.\d can be decoded\.$/;
const NO_END = 'The Ogg file has no last page. Its end may be missing.';

describe.each<[string, Buffer]>([
  ['a WAVE file', waveFile([samples], { rate })],
  ['an AIFF file', aiffFile([samples], { rate, compression: 'NONE' })],
])('%s', (_, file) => {
  test('is analyzed without a warning with 0.5 %% missing', async () => {
    expect((await heardIn(cut(file, 0.995))).warnings).toEqual([]);
  });

  test('is analyzed with a warning with 2 %% missing', async () => {
    expect((await heardIn(cut(file, 0.98))).warnings).toEqual([
      'The file states that it has 12.0 seconds of audio, but only 11.8 can be decoded.',
    ]);
  });

  test('is invalid with more than half missing', async () => {
    expect(await listenToFile(cut(file, 0.45))).toEqual({
      is: 'invalid',
      error: 'The file states that it has 12.0 seconds of audio, but only 5.4 can be decoded.',
    });
  });
});

test.each(['stereo.mp3', 'melody.mp3', 'index-first.m4a', 'melody.flac'])(
  '%s is analyzed with a warning when cut, and is invalid without its second half',
  async (name) => {
    const file = fixture(name);
    expect((await heardIn(cut(file, 0.9))).warnings).toEqual([expect.stringMatching(ONLY)]);
    expect(await listenToFile(cut(file, 0.4))).toMatchObject({
      is: 'invalid',
      error: expect.stringMatching(ONLY),
    });
    expect((await heardIn(file)).warnings).toEqual([]);
  },
);

describe.each(['melody.ogg', 'melody.opus', 'melody.oga'])('%s', (name) => {
  const file = fixture(name);

  test('is analyzed with a warning without its last page', async () => {
    expect((await heardIn(file)).warnings).toEqual([]);
    expect((await heardIn(cut(file, 0.7))).warnings).toEqual([NO_END]);
  });

  test('is analyzed with a warning without a page in its middle', async () => {
    const damaged = Buffer.from(file);
    damaged.fill(0xa5, Math.floor(file.length / 2), Math.floor(file.length / 2) + 20);
    expect((await heardIn(damaged)).warnings).toEqual([expect.stringMatching(ONLY)]);
  });
});

test.each<[string, number]>([
  ['0', 0],
  ['the largest size', 0xffffffff],
  ['a little less than 2 GiB', 0x7ffff000],
  ['a little less than 4 GiB', 0xffffffdb],
])('a WAVE file with %s, as written to a pipe, has no stated duration', async (_, dataSize) => {
  const { warnings, duration } = await heardIn(waveFile([samples], { rate, dataSize }));
  expect(warnings).toEqual([]);
  expect(duration).toBe(12);
});

const MORE = 'The file has more data after the audio that its header states. It was not analyzed.';

test.each<[string, WaveOptions]>([
  ['a second chunk of audio', { after: [chunk('data', Buffer.alloc(9))] }],
  ['a second one after others', { after: [chunk('LIST', Buffer.alloc(9)), chunk('data', Buffer.alloc(9))] }],
  ['a size that is too small', { dataSize: 4 * rate }],
  ['what is not a chunk after its audio', { after: [Buffer.alloc(80_000)] }],
])('a WAVE file with %s is analyzed in part, with a warning', async (_, options) => {
  const { warnings, isInPart } = await heardIn(waveFile([samples], { rate, ...options }));
  expect(warnings).toEqual([MORE]);
  expect(isInPart).toBe(true);
});

test.each<[string, WaveOptions]>([
  ['chunks of metadata', { after: [chunk('LIST', Buffer.alloc(9)), chunk('id3 ', Buffer.alloc(200_000))] }],
  ['a few bytes', { after: [Buffer.alloc(7)] }],
  ['some filling', { after: [Buffer.alloc(4_096)] }],
])('a WAVE file with %s after its audio is analyzed as a whole', async (_, options) => {
  const { warnings, isInPart } = await heardIn(waveFile([samples], { rate, ...options }));
  expect(warnings).toEqual([]);
  expect(isInPart).toBe(false);
});

test.each<[string, number]>([
  ['no size', 0],
  ['the size that sox writes', 0x7f000008],
])('an AIFF file with %s, as written to a pipe, has no stated duration', async (_, size) => {
  const file = aiffFile([samples], { rate, compression: 'NONE' });
  file.writeUInt32BE(size, file.indexOf('SSND') + 4);
  const { warnings, duration } = await heardIn(file);
  expect(warnings).toEqual([]);
  expect(duration).toBe(12);
});

test('an AIFF file without samples is invalid, even if data follows', async () => {
  const file = aiffFile([samples], { rate, compression: 'NONE' });
  file.writeUInt32BE(8, file.indexOf('SSND') + 4);
  expect(await listenToFile(file)).toEqual({ is: 'invalid', error: 'The AIFF file has no audio data.' });
});
