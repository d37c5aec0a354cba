/** What an MP4 file says of its samples is not believed. */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileServer } from '../../support/audio/file-server.ts';
import { fixture } from '../../support/audio/fixture.ts';
import { heardIn, listenTo, listenToFile, served } from '../../support/audio/listening.ts';
import {
  box,
  framesOfAdts,
  framesOfMp3,
  type Mp4Options,
  mp4File,
  numbers32,
  sampleEntry,
} from '../../support/audio/mp4-file.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const INCOMPLETE = 'The audio track of the MP4 file is incomplete.';
const DAMAGED = 'The index of the MP4 file is damaged.';
const NO_AUDIO = 'The file contains no audio that can be decoded.';

/** As the fixture has it, in mono. */
const RATE = 22_050;
const CONFIG = Buffer.from([0x13, 0x88]);
const melody = (options: Mp4Options = {}) =>
  mp4File(framesOfAdts(fixture('melody.aac')), { codec: sampleEntry(0x40, CONFIG), scale: RATE, ...options });

/** The same file with its index at the end, which says where the samples begin. */
function withIndexLast(file: Buffer, samplesAt = 0): Buffer {
  const [moovAt, mdatAt] = [file.indexOf('moov') - 4, file.indexOf('mdat') - 4];
  const [start, moov, mdat] = [
    file.subarray(0, moovAt),
    Buffer.from(file.subarray(moovAt, mdatAt)),
    file.subarray(mdatAt),
  ];
  moov.writeUInt32BE(start.length + 8 + samplesAt, moov.indexOf('stco') + 12);
  return Buffer.concat([start, mdat, moov]);
}

describe('an MP4 file', () => {
  test('is analyzed with its index at the end', async () => {
    const { duration } = await heardIn(withIndexLast(melody()));
    expect(duration).toBeCloseTo((await heardIn(melody())).duration, 3);
  });

  test('is invalid if its server sends another index in the request for it alone', async () => {
    const [file, other] = [withIndexLast(melody()), withIndexLast(melody(), 1)];
    const isIndex = ({ headers }: IncomingMessage) => /^bytes=[1-9]\d{3,}-$/.test(headers.range ?? '');
    const url = await served((request, response) =>
      fileServer(isIndex(request) ? file : other)(request, response),
    );
    expect(await listenTo(url)).toEqual({
      is: 'invalid',
      error: 'The index of the MP4 file is not the same in each request, or is within the audio.',
    });
  });

  test('is analyzed with AAC frames', async () => {
    const { duration } = await heardIn(melody());
    expect(Math.abs(duration - 4)).toBeLessThan(0.1);
  });

  test('is analyzed from the start of its edit list, a second into the audio', async () => {
    const whole = await heardIn(melody());
    const elst = box('elst', numbers32(0, 1, 0, RATE, 0x10000));
    const { duration } = await heardIn(melody({ edts: elst }));
    expect(duration).toBeCloseTo(whole.duration - 1, 1);
  });

  test('is analyzed with MP3 frames for the duration of its edit list', async () => {
    // The first one has no audio, but says how long the file is.
    const frames = framesOfMp3(fixture('melody.mp3')).slice(1);
    const options = { codec: sampleEntry(0x6b), scale: RATE, duration: frames.length * 576 };
    const whole = await heardIn(mp4File(frames, options));
    const from = box('elst', numbers32(0, 1, 0, RATE, 0x10000));
    const edited = await heardIn(mp4File(frames, { ...options, edts: from }));
    expect(edited.duration).toBeCloseTo(whole.duration - 1, 2);
    expect(edited.warnings).toEqual([]);
    const pause = [RATE, 0xffffffff, 0x10000];
    for (const edits of [
      [2, ...pause, 0, RATE, 0x10000],
      [1, 0, RATE, 0x10000],
    ])
      expect(
        await heardIn(mp4File(frames, { ...options, edts: box('elst', numbers32(0, ...edits)) })),
      ).toEqual({
        ...edited,
        file: expect.anything(),
      });
    const several = box('elst', numbers32(0, 2, 0, RATE, 0x10000, 0, 0, 0x10000));
    expect((await heardIn(mp4File(frames, { ...options, edts: several }))).duration).toBe(whole.duration);
  });

  test('is invalid if its track lasts more than twice as long as its samples', async () => {
    expect(await listenToFile(melody({ duration: 10 * RATE }))).toEqual({
      is: 'invalid',
      error: 'The file states that it has 10.0 seconds of audio, but only 4.0 can be decoded.',
    });
  });

  test('is analyzed completely with a million edits', async () => {
    const edits = Buffer.alloc(12 * 1_000_000);
    const { duration } = await heardIn(melody({ edts: box('elst', numbers32(0, 1_000_000), edits) }));
    expect(Math.abs(duration - 4)).toBeLessThan(0.1);
  });
});

describe('a damaged MP4 file', () => {
  const someSizes = (length: number) => numbers32(0, 0, 1000, 5).subarray(0, length);

  test.each<[string, Mp4Options, string]>([
    ['whose table of sizes has 13 bytes', { stsz: someSizes(13) }, NO_AUDIO],
    ['whose table of sizes ends in a size', { stsz: someSizes(15) }, NO_AUDIO],
    ['whose sample entry has 4 bytes', { codec: box('mp4a', Buffer.alloc(4)) }, INCOMPLETE],
    ['whose entry of MP3 has 4 bytes', { codec: box('.mp3', Buffer.alloc(4)) }, INCOMPLETE],
    ['without a sample entry', { stsd: numbers32(0, 0) }, INCOMPLETE],
    [
      'whose decoder is configured with ones',
      { codec: sampleEntry(0x40, Buffer.from([0xff, 0xff])) },
      'The file describes its audio in a way that cannot be decoded.',
    ],
    ['with a chunk without samples', { stsc: numbers32(0, 1, 1, 0, 1) }, DAMAGED],
    ['with a sample of 2 MB', { stsz: numbers32(0, 2_000_000, 9) }, DAMAGED],
    ['with a sample of MP3 of 20 KB', { stsz: numbers32(0, 20_000, 9), codec: sampleEntry(0x6b) }, DAMAGED],
  ])('is invalid: %s', async (_, options, error) => {
    expect(await listenToFile(melody(options))).toEqual({ is: 'invalid', error });
  });
});

test('Apple Lossless with an unsupported bit depth is invalid', async () => {
  const file = Buffer.from(fixture('alac.m4a'));
  // After the type of the box in the sample entry, its version, the length of frames and a version.
  file.writeUInt8(33, file.lastIndexOf('alac') + 13);
  expect(await listenToFile(file)).toEqual({
    is: 'invalid',
    error: 'The audio in the MP4 file is of the type "alac". It must be AAC, Apple Lossless or MP3.',
  });
});
