/** MP4 files with the boxes that a test needs. */
import { frameAt } from '../../../shared/audio/decoding/mpeg-frames.ts';

export interface Mp4Options {
  /** Of the sample entry. By default, AAC of 44,100 Hz in stereo. */
  readonly codec?: Buffer;
  /** The contents of tables, if they are not those of the samples. */
  readonly stsz?: Buffer;
  readonly stsc?: Buffer;
  readonly stsd?: Buffer;
  readonly edts?: Buffer;
  /** Units of time in a second, and how many of them the track says to last. */
  readonly scale?: number;
  readonly duration?: number;
  /** Units of time of the whole file, in which edit lists state durations. */
  readonly movieScale?: number;
}

export function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

export function numbers32(...values: readonly number[]): Buffer {
  const content = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) content.writeUInt32BE(value, 4 * index);
  return content;
}

/** @param objectType of the elementary stream: 0x40 is AAC, 0x6b is MP3. */
export function sampleEntry(objectType = 0x40, config = Buffer.from([0x12, 0x10])): Buffer {
  const head = Buffer.alloc(28);
  head.writeUInt16BE(1, 6);
  head.writeUInt16BE(2, 16);
  head.writeUInt16BE(16, 18);
  head.writeUInt32BE(44_100 * 2 ** 16, 24);
  const decoder = Buffer.concat([Buffer.from([objectType, 0x15]), Buffer.alloc(11), descriptor(5, config)]);
  const stream = Buffer.concat([Buffer.from([0, 1, 0]), descriptor(4, decoder)]);
  return box('mp4a', head, box('esds', Buffer.alloc(4), descriptor(3, stream)));
}

const descriptor = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag, content.length]), content]);

/** The index first, and the samples in one chunk. */
export function mp4File(samples: readonly Buffer[], options: Mp4Options = {}): Buffer {
  const start = box('ftyp', Buffer.from('M4A \0\0\0\0', 'latin1'));
  const index = (position: number) => moov(samples, position, options);
  const position = start.length + index(0).length + 8;
  return Buffer.concat([start, index(position), box('mdat', ...samples)]);
}

function moov(samples: readonly Buffer[], position: number, options: Mp4Options): Buffer {
  const count = samples.length;
  const { codec = sampleEntry(), edts, scale = 44_100, duration = count * 1024, movieScale } = options;
  const {
    stsd = Buffer.concat([numbers32(0, 1), codec]),
    stsz = numbers32(0, 0, count, ...samples.map(({ length }) => length)),
    stsc = numbers32(0, 1, 1, count, 1),
  } = options;
  const stbl = box(
    'stbl',
    box('stsd', stsd),
    box('stsz', stsz),
    box('stsc', stsc),
    box('stco', numbers32(0, 1, position)),
    box('stts', numbers32(0, 1, count, 1024)),
  );
  const mdhd = box('mdhd', numbers32(0, 0, 0, scale, duration, 0));
  const hdlr = box('hdlr', Buffer.alloc(8), Buffer.from('soun'), Buffer.alloc(12));
  const mdia = box('mdia', mdhd, hdlr, box('minf', stbl));
  const mvhd = movieScale === undefined ? [] : [box('mvhd', numbers32(0, 0, 0, movieScale, 0, 0))];
  return box('moov', ...mvhd, box('trak', ...(edts ? [box('edts', edts)] : []), mdia));
}

export const framesOfMp3 = (file: Buffer): Buffer[] => framesOf(file, 0);

/** Frames of AAC without their headers. */
export const framesOfAdts = (file: Buffer): Buffer[] => framesOf(file, 7);

function framesOf(file: Buffer, headerBytes: number): Buffer[] {
  const frames: Buffer[] = [];
  let at = file.indexOf(0xff);
  for (let frame = frameAt(file, at); frame; frame = frameAt(file, at)) {
    frames.push(file.subarray(at + headerBytes, at + frame.length));
    at += frame.length;
  }
  return frames;
}
