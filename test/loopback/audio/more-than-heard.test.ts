/** Files with audio that the decoders here do not play, and other programs do. They are analyzed in part, or are invalid. */
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { FlacFrames } from '../../../shared/audio/decoding/flac/frames.ts';
import { fixture } from '../../support/audio/fixture.ts';
import { heardIn, listenToFile } from '../../support/audio/listening.ts';
import {
  box,
  framesOfAdts,
  framesOfMp3,
  mp4File,
  numbers32,
  sampleEntry,
} from '../../support/audio/mp4-file.ts';
import { melody } from '../../support/audio/sounds.ts';
import { aiffFile, waveFile } from '../../support/audio/wave-file.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const rate = 8_000;
const samples = melody(3, { seconds: 6, rate });
const others = melody(4, { seconds: 6, rate });
const wave = waveFile([samples], { rate });
const aiff = aiffFile([samples], { rate, compression: 'NONE' });

const MORE = 'The file has more data than the audio that was decoded. It was not analyzed.';
const AFTER = 'The file has more data after the audio that its header states. It was not analyzed.';

/** The frames of a FLAC file, which are views of it. */
function framesOfFlac(file: Buffer): Buffer[] {
  const frames = new FlacFrames();
  return [...frames.push(file), ...frames.flush()];
}

function withWrongChecksums(file: Buffer): Buffer {
  const frames = framesOfFlac(Buffer.from(file)).map((frame) => Buffer.from(frame));
  for (const frame of frames) frame.writeUInt16BE(frame.readUInt16BE(frame.length - 2) ^ 1, frame.length - 2);
  return Buffer.concat(frames);
}

const mp3 = fixture('melody.mp3');
const separated = Buffer.concat(framesOfMp3(mp3).flatMap((frame) => [frame, Buffer.alloc(1)]));
const flac = fixture('melody.flac');

describe('a file', () => {
  it.each<[string, Buffer, string]>([
    [
      'MP3 frames that are separated by a byte after its own',
      Buffer.concat([mp3, separated, separated]),
      MORE,
    ],
    ['other data between its MP3 frames', Buffer.concat([mp3, Buffer.alloc(20_000, 7), mp3]), MORE],
    ['FLAC frames with wrong checksums after its own', Buffer.concat([flac, withWrongChecksums(flac)]), MORE],
    ['a second chunk of AIFF audio', twoOfAiff(), AFTER],
    ['AAC frames that are separated by a byte after its own', moreOfAac(), MORE],
  ])('with %s is analyzed in part, with a warning', async (_, file, warning) => {
    const heard = await heardIn(file);
    expect(heard.warnings).toEqual([warning]);
    expect(heard.isInPart).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['MP3 frames twice', Buffer.concat([mp3, mp3])],
    ['a tag after its MP3 frames', Buffer.concat([mp3, Buffer.alloc(9_000, 0x20)])],
    ['a tag after its FLAC frames', Buffer.concat([flac, Buffer.alloc(128, 0x20)])],
    ['an AIFF chunk of metadata after its audio', withAiffTag()],
  ])('with %s is analyzed as a whole', async (_, file) => {
    expect(await heardIn(file)).toMatchObject({ warnings: [], isInPart: false });
  });
});

function twoOfAiff(): Buffer {
  const other = aiffFile([others], { rate, compression: 'NONE' });
  const both = Buffer.concat([aiff, other.subarray(other.indexOf('SSND'))]);
  both.writeUInt32BE(both.length - 8, 4);
  return both;
}

function withAiffTag(): Buffer {
  const tag = Buffer.alloc(8 + 40_000);
  tag.write('ID3 ', 'latin1');
  tag.writeUInt32BE(40_000, 4);
  return Buffer.concat([aiff, tag]);
}

function moreOfAac(): Buffer {
  const aac = fixture('melody.aac');
  const frames = Buffer.concat(framesOfMp3(aac).flatMap((frame) => [frame, Buffer.alloc(1)]));
  return Buffer.concat([aac, frames, frames]);
}

test('a WAVE file with two sizes of its samples is analyzed in part, with a warning', async () => {
  const file = Buffer.from(wave);
  file.writeUInt16LE(4, file.indexOf('fmt ') + 8 + 12);
  expect(await heardIn(file)).toMatchObject({
    isInPart: true,
    warnings: [
      'The file states two sample sizes. Other programs may play it differently from how it was analyzed.',
    ],
  });
});

const formatOf = (file: Buffer, id: string): Buffer => {
  const at = file.indexOf(id);
  const length = id === 'fmt ' ? file.readUInt32LE(at + 4) : file.readUInt32BE(at + 4);
  return file.subarray(at, at + 8 + length);
};

describe('a file that describes its format twice', () => {
  const doubled = (file: Buffer, id: string, change: (copy: Buffer) => void) => {
    const format = formatOf(file, id);
    const copy = Buffer.from(format);
    change(copy);
    const at = file.indexOf(id);
    return Buffer.concat([file.subarray(0, at), copy, format, file.subarray(at + format.length)]);
  };
  const flacInfo = (change: (copy: Buffer) => void) => {
    const copy = Buffer.from(flac.subarray(4, 42));
    change(copy);
    copy[0] = 0;
    return Buffer.concat([flac.subarray(0, 4), copy, flac.subarray(4)]);
  };

  it.each<[string, (change: (copy: Buffer) => void) => Buffer, (copy: Buffer) => void]>([
    ['WAVE', (change) => doubled(wave, 'fmt ', change), (copy) => copy.writeUInt32LE(2 * rate, 12)],
    ['AIFF', (change) => doubled(aiff, 'COMM', change), (copy) => copy.writeUInt16BE(24, 14)],
    ['FLAC', flacInfo, (copy) => copy.writeUInt8(copy.readUInt8(14) ^ 1, 14)],
  ])('is invalid if the two differ: %s', async (name, twice, change) => {
    expect(await listenToFile(twice(change))).toEqual({
      is: 'invalid',
      error: `The ${name} file describes its format twice, in different ways.`,
    });
    expect(await heardIn(twice(() => {}))).toMatchObject({ warnings: [], isInPart: false });
  });
});

test('an AIFF file that is not AIFF-C is analyzed without the compression that it states', async () => {
  const file = aiffFile([samples], { rate, compression: 'sowt' });
  const swapped = Buffer.from(file);
  swapped.write('AIFF', 8, 'latin1');
  const at = swapped.indexOf('SSND') + 16;
  swapped.subarray(at).swap16();
  expect((await heardIn(swapped)).prints).toEqual((await heardIn(file)).prints);
});

describe('an MP4 file', () => {
  const RATE = 22_050;
  const codec = sampleEntry(0x40, Buffer.from([0x13, 0x88]));
  const frames = framesOfAdts(fixture('melody.aac'));

  it('with two audio tracks is analyzed in part, with a warning', async () => {
    const file = mp4File(frames, { codec, scale: RATE });
    const at = file.indexOf('trak') - 4;
    const trak = file.subarray(at, at + file.readUInt32BE(at));
    const moovAt = file.indexOf('moov') - 4;
    const moov = box('moov', file.subarray(moovAt + 8, at), trak, trak);
    // The samples are where they were, because the index follows them.
    const fill = Buffer.from(file);
    fill.write('free', moovAt + 4, 'latin1');
    expect(await heardIn(Buffer.concat([fill, moov]))).toMatchObject({
      isInPart: true,
      warnings: ['The file has several audio tracks. Only the first was analyzed.'],
    });
  });

  it('with an edit list that omits more than ten seconds is analyzed in part, with a warning', async () => {
    const long = [...frames, ...frames, ...frames, ...frames];
    const duration = long.length * 1024;
    const edts = box('elst', numbers32(0, 1, RATE, 0, 0x10000));
    const whole = mp4File(long, { codec, scale: RATE, duration });
    expect(await heardIn(whole)).toMatchObject({ isInPart: false });
    const cut = mp4File(long, { codec, scale: RATE, duration, edts, movieScale: RATE });
    expect(await heardIn(cut)).toMatchObject({
      isInPart: true,
      warnings: [expect.stringContaining('seconds of its audio are not played. They were not analyzed.')],
    });
  });
});
