/** Samples of FLAC files are exactly those that were stored. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withChangedFrames } from '../../support/audio/checksums.ts';
import { decodedFile } from '../../support/audio/decoding.ts';
import { type FlacFrame, flacFile } from '../../support/audio/flac-file.ts';
import { heardIn, listenToFile } from '../../support/audio/listening.ts';
import { numbers } from '../../support/audio/sounds.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

/** Whole numbers of a bit depth, with the lowest and the highest. */
function noise(bits: number, { length = 40, seed = 1 } = {}): number[] {
  const next = numbers(seed);
  const scale = 2 ** (bits - 1);
  const between = Array.from({ length: length - 2 }, () => Math.floor((2 * next() - 1) * scale));
  return [-scale, scale - 1, ...between];
}

const scaled = (samples: readonly number[], bits: number): Float32Array =>
  Float32Array.from(samples, (sample) => sample / 2 ** (bits - 1));

test('samples of each bit depth from 4 to 32 are correct', async () => {
  for (let bits = 4; bits <= 32; bits++) {
    const channels = [noise(bits), noise(bits, { seed: 2 })];
    const { pieces, bitDepth } = await decodedFile(flacFile([{ channels, bits }]));
    expect(bitDepth).toBe(bits);
    expect(pieces).toEqual([
      { sampleRate: 8_000, channels: channels.map((samples) => scaled(samples, bits)) },
    ]);
  }
});

test('samples of fewer than 4 bits are invalid', async () => {
  const channels = [noise(16)];
  await expect(decodedFile(flacFile([{ channels, bits: 16 }], { bits: 3 }))).rejects.toThrow(
    'The FLAC file does not describe its audio (STREAMINFO), or its metadata is damaged.',
  );
});

describe('a file with two channels', () => {
  const [left, right] = [noise(32), noise(32, { seed: 2 })];
  const difference = left.map((sample, at) => sample - (right[at] ?? 0));
  const mean = left.map((sample, at) => Math.floor((sample + (right[at] ?? 0)) / 2));

  test.each<[string, Pick<FlacFrame, 'assignment' | 'channels' | 'storedBits'>]>([
    [
      'the left one and the difference',
      { assignment: 8, channels: [left, difference], storedBits: [32, 33] },
    ],
    [
      'the difference and the right one',
      { assignment: 9, channels: [difference, right], storedBits: [33, 32] },
    ],
    ['the mean and the difference', { assignment: 10, channels: [mean, difference], storedBits: [32, 33] }],
  ])('decodes correctly with 32 bits stored as %s', async (_, stored) => {
    const { pieces } = await decodedFile(flacFile([{ ...stored, bits: 32 }]));
    expect(pieces[0]?.channels).toEqual([scaled(left, 32), scaled(right, 32)]);
  });
});

test('frames of different lengths, from 16 to 65,535 samples, decode correctly', async () => {
  const frames = [16, 65_535, 1_000, 17].map((length) => ({ channels: [noise(8, { length })], bits: 8 }));
  const { pieces, expectedSeconds } = await decodedFile(flacFile(frames));
  expect(pieces.map(({ channels }) => channels[0])).toEqual(
    frames.map(({ channels, bits }) => scaled(channels[0] ?? [], bits)),
  );
  expect(expectedSeconds).toBe((16 + 65_535 + 1_000 + 17) / 8_000);
});

test('silence at the end is kept, although its frame is shorter than a header', async () => {
  const silence = new Array<number>(4_096).fill(0);
  const frames = [noise(16, { length: 4_096 }), silence].map((samples) => ({
    channels: [samples],
    bits: 16,
  }));
  const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
  for (const end of [Buffer.alloc(0), tag]) {
    const { pieces } = await decodedFile(Buffer.concat([flacFile(frames), end]));
    expect(pieces.map(({ channels }) => channels[0]?.length)).toEqual([4_096, 4_096]);
  }
});

describe('a frame header', () => {
  test('overrides the bit depth of the file', async () => {
    const frames = [16, 8, 24].map((bits) => ({ channels: [noise(bits)], bits }));
    const { pieces } = await decodedFile(flacFile(frames, { bits: 20 }));
    expect(pieces.map(({ channels }) => channels[0])).toEqual(
      frames.map(({ channels, bits }) => scaled(channels[0] ?? [], bits)),
    );
  });

  test('cannot change the sample rate or the channels', async () => {
    const samples = noise(16, { length: 8_000 });
    const changes = [{ channels: [samples], rate: 16_000 }, { channels: [samples, samples] }];
    for (const change of changes) {
      const file = flacFile([
        { channels: [samples], bits: 16 },
        { bits: 16, ...change },
      ]);
      expect(await listenToFile(file)).toEqual({
        is: 'invalid',
        error: 'The sample rate or the number of channels changes within the file.',
      });
    }
  });

  test('is skipped with a warning if it differs only briefly', async () => {
    const samples = noise(8, { length: 40_000 });
    const other = { channels: [noise(8, { length: 800 })], bits: 8, rate: 16_000 };
    const frames = [{ channels: [samples], bits: 8 }, other];
    expect((await heardIn(flacFile(frames, { total: 40_000 }))).warnings).toEqual([
      'The sample rate or the number of channels changes for 0.1 seconds, which were omitted.',
    ]);
  });
});

test.each([
  ['without a description', (file: Buffer) => Buffer.concat([file.subarray(0, 4), file.subarray(42)])],
  ['that ends in its description', (file: Buffer) => file.subarray(0, 30)],
])('a file %s is invalid', async (_, changed) => {
  expect(await listenToFile(changed(flacFile([{ channels: [noise(16)], bits: 16 }])))).toEqual({
    is: 'invalid',
    error: 'The FLAC file does not describe its audio (STREAMINFO), or its metadata is damaged.',
  });
});

test('frames without the beginning of a file are invalid', async () => {
  const file = flacFile([{ channels: [noise(16)], bits: 16 }]).subarray(42);
  expect(await listenToFile(file)).toMatchObject({
    error: expect.stringMatching(/^The file is a FLAC stream without its beginning\. It must be audio/),
  });
});

describe('undecodable frames with a valid checksum', () => {
  const HEAD_BYTES = 42;
  const channels = Array.from({ length: 8 }, () => new Array<number>(65_535).fill(5));
  const intact = flacFile([{ channels, bits: 16 }]);
  /** The last channel is of a type that does not exist. */
  const damaged = withChangedFrames(intact, (content) => content.writeUInt8(4, content.length - 3));
  const fileOf = (count: number) =>
    Buffer.concat([
      intact,
      ...new Array<Buffer>(count).fill(damaged.subarray(HEAD_BYTES)),
      intact.subarray(HEAD_BYTES),
    ]);

  test('are skipped', async () => {
    const { pieces } = await decodedFile(fileOf(3));
    expect(pieces.map(({ channels: [first] }) => first?.length)).toEqual([65_535, 65_535]);
  });

  test('let other work run in between', async () => {
    let turns = 0;
    const counted = () => {
      turns += 1;
      next = setImmediate(counted);
    };
    let next = setImmediate(counted);
    await decodedFile(fileOf(90));
    clearImmediate(next);
    expect(turns).toBeGreaterThan(1);
  });

  test('end the decoding when there are too many', async () => {
    await expect(decodedFile(fileOf(101))).rejects.toThrow('The audio is damaged in too many places.');
  });
});
