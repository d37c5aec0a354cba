/** All formats sound like what was encoded, also when they are damaged in places. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { once } from '../../../shared/platform/once.ts';
import { distance, fixture, originalPrint } from '../../support/audio/fixture.ts';
import { heardIn, listenToFile } from '../../support/audio/listening.ts';
import { melody, numbers, sine } from '../../support/audio/sounds.ts';
import { aiffFile, waveFile } from '../../support/audio/wave-file.ts';
import { chunk } from '../../support/master-files.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

describe.each([
  ['melody.mp3', 'mp3', 22_050, 1, null],
  ['stereo.mp3', 'mp3', 22_050, 2, null],
  // The decoder of AAC doubles low rates, as if a high band followed.
  ['melody.aac', 'aac', 44_100, 1, null],
  ['melody.m4a', 'mp4', 22_050, 1, null],
  ['index-first.m4a', 'mp4', 22_050, 1, null],
  ['alac.m4a', 'mp4', 8_000, 1, 16],
  ['melody.ogg', 'vorbis', 22_050, 1, null],
  ['melody.opus', 'opus', 48_000, 1, null],
  ['melody.flac', 'flac', 8_000, 1, 16],
  ['melody.oga', 'ogg-flac', 8_000, 1, 16],
])('%s', (name, format, sampleRate, channels, bitDepth) => {
  const whole = once(() => heardIn(fixture(name)));

  test('sounds like what was encoded', async () => {
    const { prints, ...heard } = await whole();
    expect(heard).toMatchObject({ format, sampleRate, channels, bitDepth, clipping: 0 });
    expect(Math.abs(heard.duration - 4)).toBeLessThan(0.05);
    expect(Math.abs((heard.loudness ?? 0) + 20.5)).toBeLessThan(0.5);
    expect(distance(prints.get(1) ?? new Uint32Array(), await originalPrint())).toBeLessThan(4);
  });

  test('sounds the same after an ID3v2 tag with a picture', async () => {
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\x06\0\0', 'latin1'), Buffer.alloc(6 * 128 * 128)]);
    const tagged = format === 'mp4' ? fixture(name) : Buffer.concat([tag, fixture(name)]);
    expect((await heardIn(tagged)).prints).toEqual((await whole()).prints);
  });

  test('ends early when it is cut off', async () => {
    const file = fixture(name);
    const listened = await listenToFile(file.subarray(0, Math.floor(file.length * 0.7)));
    if (name === 'melody.m4a' || name === 'alac.m4a') {
      expect(listened).toEqual({ is: 'invalid', error: 'The MP4 file has no index (moov).' });
    } else {
      expect(listened).toMatchObject({ is: 'heard' });
    }
  });
});

describe('a file that is damaged in places', () => {
  test.each(['melody.mp3', 'melody.aac', 'melody.flac', 'melody.ogg', 'melody.opus', 'melody.m4a'])(
    'is still analyzed: %s',
    async (name) => {
      const file = Buffer.from(fixture(name));
      // In the middle, after headers.
      for (const at of [0.55, 0.6, 0.65])
        file.fill(0xa5, Math.floor(file.length * at), Math.floor(file.length * at) + 20);
      const { duration } = await heardIn(file);
      // A damaged page of Ogg is a second.
      expect(duration).toBeGreaterThan(1.9);
    },
  );

  test('is still analyzed as MP3 with junk at its start and end', async () => {
    const next = numbers(3);
    const junk = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(next() * 255)));
    const file = Buffer.concat([junk(3_000), fixture('melody.mp3'), Buffer.from('TAG'), junk(5_000)]);
    expect(Math.abs((await heardIn(file)).duration - 4)).toBeLessThan(0.1);
  });

  test.each(['melody.mp3', 'melody.aac', 'melody.ogg', 'melody.opus', 'melody.flac'])(
    'is analyzed to the end with junk in its middle: %s',
    async (name) => {
      const next = numbers(5);
      const junk = Buffer.from(Array.from({ length: 100_000 }, () => Math.floor(next() * 256)));
      const file = fixture(name);
      const middle = Math.floor(file.length / 2);
      const { duration } = await heardIn(
        Buffer.concat([file.subarray(0, middle), junk, file.subarray(middle)]),
      );
      expect(Math.abs(duration - 4)).toBeLessThan(1.2);
    },
  );

  test('is analyzed to the end as FLAC with an ID3v1 tag', async () => {
    const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
    const tagged = await heardIn(Buffer.concat([fixture('melody.flac'), tag]));
    expect(tagged.duration).toBe((await heardIn(fixture('melody.flac'))).duration);
  });

  test('is invalid as FLAC with most of it missing', async () => {
    const file = fixture('melody.flac');
    expect(await listenToFile(file.subarray(0, Math.floor(file.length * 0.3)))).toEqual({
      is: 'invalid',
      error: 'The file states that it has 4.0 seconds of audio, but only 0.1 can be decoded.',
    });
  });
});

describe('a WAVE file', () => {
  const samples = melody(7, { seconds: 4, rate: 22_050 });
  const rate = 22_050;

  test.each([
    ['16 bits', { bits: 16 }],
    ['24 bits', { bits: 24 }],
    ['32 bits', { bits: 32 }],
    ['floating-point samples', { bits: 32, isFloat: true }],
    ['the header RF64', { id: 'RF64', dataSize: 0xffffffff }],
    ['the header BW64', { id: 'BW64', dataSize: 0xffffffff }],
    ['a size of 0, as written to a pipe', { dataSize: 0 }],
    ['a size that is too large', { dataSize: 0x7ffffff0 }],
    [
      'chunks before and after',
      { before: [chunk('JUNK', Buffer.alloc(99_999))], after: [chunk('LIST', Buffer.alloc(5_000))] },
    ],
  ] as const)('sounds like its samples with %s', async (_, options) => {
    const { prints, duration } = await heardIn(waveFile([samples, samples], { rate, ...options }));
    expect(distance(prints.get(1) ?? new Uint32Array(), await originalPrint())).toBeLessThan(0.2);
    expect(duration).toBeCloseTo(4, 2);
  });

  test.each([
    ['20 bits in 24', { bits: 24, usedBits: 20 }, 20],
    ['24 bits in 32', { bits: 32, usedBits: 24 }, 24],
  ] as const)('keeps its peak with %s', async (_, options, bits) => {
    const heard = await heardIn(waveFile([sine(500, { dbfs: -6 })], { rate: 48_000, ...options }));
    expect(heard.bitDepth).toBe(bits);
    expect(heard.peak).toBeCloseTo(-6, 1);
  });

  test('keeps its peak with 24 bits in 32, even if only the frame length tells', async () => {
    const file = waveFile([sine(500, { dbfs: -6 })], { rate: 48_000, bits: 32 });
    file.writeUInt16LE(24, 34);
    expect((await heardIn(file)).peak).toBeCloseTo(-6, 1);
  });

  test('gets a warning for floating-point samples far above full scale', async () => {
    const file = waveFile([sine(500, { dbfs: 7 })], { rate: 48_000, bits: 32, isFloat: true });
    expect((await heardIn(file)).warnings).toEqual(['The audio reaches +7.0 dBFS. The file may be damaged.']);
  });

  test('keeps its peak with 8 bits', async () => {
    const { peak, bitDepth } = await heardIn(waveFile([sine(500, { dbfs: -6 })], { rate: 48_000, bits: 8 }));
    expect(bitDepth).toBe(8);
    expect(peak).toBeCloseTo(-6, 0);
  });

  test.each([
    [
      'that is compressed',
      edited(20, 0x55),
      'The WAVE file is compressed (format 85). It must contain PCM or floating-point samples.',
    ],
    ['with 9 channels', edited(22, 9), 'The audio has 9 channels. It must have 1 to 8.'],
    ['without channels', edited(22, 0), 'The audio has 0 channels. It must have 1 to 8.'],
    [
      'with 13 bytes a sample',
      edited(34, 104),
      'The audio has samples with 104 bits, which are not supported.',
    ],
    ['with 1 bit', edited(34, 1), 'The audio has samples with fewer than 8 bits, which are not supported.'],
    [
      'with an absurd sample rate',
      edited(26, 0x7fff),
      'The sample rate of the audio is 2147440162 Hz. It must be 4000 to 384000 Hz.',
    ],
    ['without samples', waveFile([new Float32Array()]), 'The file contains no audio that can be decoded.'],
    [
      'that ends in its header',
      waveFile([samples]).subarray(0, 30),
      'The format of the WAVE file is incomplete.',
    ],
    [
      'without a format',
      waveFile([samples]).fill('x', 12, 16),
      'The WAVE file does not describe its format before the audio data.',
    ],
    [
      'of many small chunks',
      Buffer.concat([
        waveFile([samples]).subarray(0, 12),
        ...new Array<Buffer>(1001).fill(chunk('JUNK', Buffer.alloc(2))),
      ]),
      'The WAVE file has no audio data.',
    ],
  ])('is invalid: %s', async (_, file, error) => {
    expect(await listenToFile(file)).toEqual({ is: 'invalid', error });
  });

  function edited(at: number, value: number): Buffer {
    const file = waveFile([samples], { rate });
    file.writeUInt16LE(value, at);
    return file;
  }
});

test.each(['NONE', 'sowt', 'fl32'] as const)(
  'an AIFF file (%s) sounds like its samples',
  async (compression) => {
    const samples = melody(7, { seconds: 4, rate: 22_050 });
    const { prints, ...heard } = await heardIn(aiffFile([samples], { rate: 22_050, compression }));
    expect(heard).toMatchObject({ format: 'aiff', sampleRate: 22_050, channels: 1, duration: 4 });
    expect(distance(prints.get(1) ?? new Uint32Array(), await originalPrint())).toBeLessThan(0.2);
  },
);

test('a fragmented MP4 file is invalid', async () => {
  expect(await listenToFile(fixture('fragmented.m4a'))).toEqual({
    is: 'invalid',
    error: 'The MP4 file is fragmented. It must have a single index of its samples.',
  });
});
