/** Samples without compression, as WAVE and AIFF contain them. */
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import type { AudioPiece, DecodedAudio } from './decoded-audio.ts';
import { requireUsual } from './format-limits.ts';

interface Encoding {
  readonly bytes: number;
  /** @returns a sample from -1 to 1. */
  readonly read: (from: Buffer, at: number) => number;
}

const encodings = {
  u8: { bytes: 1, read: (from, at) => (from.readUInt8(at) - 128) / 128 },
  s8: { bytes: 1, read: (from, at) => from.readInt8(at) / 128 },
  s16le: { bytes: 2, read: (from, at) => from.readInt16LE(at) / 0x8000 },
  s16be: { bytes: 2, read: (from, at) => from.readInt16BE(at) / 0x8000 },
  s24le: { bytes: 3, read: (from, at) => from.readIntLE(at, 3) / 0x800000 },
  s24be: { bytes: 3, read: (from, at) => from.readIntBE(at, 3) / 0x800000 },
  s32le: { bytes: 4, read: (from, at) => from.readInt32LE(at) / 0x80000000 },
  s32be: { bytes: 4, read: (from, at) => from.readInt32BE(at) / 0x80000000 },
  f32le: { bytes: 4, read: (from, at) => from.readFloatLE(at) },
  f32be: { bytes: 4, read: (from, at) => from.readFloatBE(at) },
  f64le: { bytes: 8, read: (from, at) => from.readDoubleLE(at) },
  f64be: { bytes: 8, read: (from, at) => from.readDoubleBE(at) },
} as const satisfies Record<string, Encoding>;

export type PcmEncoding = keyof typeof encodings;

export interface PcmFormat {
  readonly encoding: PcmEncoding;
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitDepth: number;
}

const FRAMES_PER_PIECE = 16_384;
/** Programs that do not know the size write one that is at most this far below 2 or 4 GiB. */
const UNKNOWN_BYTES = 2 ** 24;

/** @param length of the samples in bytes, as the file says. Programs that write to a pipe do not know it. */
export const isKnown = (length: number): boolean =>
  length > 0 &&
  ![2 ** 31, 2 ** 32].some((limit) => length < limit && length >= limit - UNKNOWN_BYTES) &&
  Number.isSafeInteger(length);

/**
 * @param length of the samples in bytes, as the file says.
 * @throws Unreadable
 */
export function decodedPcm(bytes: ByteStream, format: PcmFormat, length: number): DecodedAudio {
  requireUsual(format);
  const bytesPerSecond = frameBytesOf(format) * format.sampleRate;
  return {
    bitDepth: format.bitDepth,
    expectedSeconds: isKnown(length) ? length / bytesPerSecond : null,
    pieces: pcmPieces(bytes, format, isKnown(length) ? length : Number.MAX_SAFE_INTEGER),
  };
}

const frameBytesOf = ({ encoding, channels }: PcmFormat): number => encodings[encoding].bytes * channels;

async function* pcmPieces(bytes: ByteStream, format: PcmFormat, length: number): AsyncGenerator<AudioPiece> {
  const frameBytes = frameBytesOf(format);
  for (let left = length; left >= frameBytes; ) {
    const portion = await bytes.take(Math.min(left - (left % frameBytes), FRAMES_PER_PIECE * frameBytes));
    const frames = Math.floor(portion.length / frameBytes);
    if (frames === 0) return;
    yield { sampleRate: format.sampleRate, channels: channelsOf(portion, frames, format) };
    left -= portion.length;
  }
}

function channelsOf(portion: Buffer, frames: number, { encoding, channels }: PcmFormat): Float32Array[] {
  const { bytes, read }: Encoding = encodings[encoding];
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let frame = 0, at = channel * bytes; frame < frames; frame++, at += channels * bytes) {
      samples[frame] = read(portion, at);
    }
    return samples;
  });
}

/** @param kind of the samples. @throws Unreadable if the size is not used for it. */
export function pcmEncoding(kind: 'u' | 's' | 'f', bytes: number, order: 'le' | 'be'): PcmEncoding {
  const name = bytes === 1 ? `${kind}8` : `${kind}${bytes * 8}${order}`;
  if (isEncoding(name)) return name;
  throw invalid(`The audio has samples with ${bytes * 8} bits, which are not supported.`);
}

const isEncoding = (name: string): name is PcmEncoding => Object.hasOwn(encodings, name);
