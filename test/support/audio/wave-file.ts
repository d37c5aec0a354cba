/** WAVE files with the samples that a test needs. */
import { chunk } from '../master-files.ts';

export interface WaveOptions {
  readonly rate?: number;
  readonly bits?: 8 | 16 | 24 | 32;
  /** How many of the bits are used, which the extensible format tells. */
  readonly usedBits?: number;
  readonly isFloat?: boolean;
  readonly id?: 'RIFF' | 'RF64' | 'BW64';
  /** Chunks before the format and after the samples. */
  readonly before?: readonly Buffer[];
  readonly after?: readonly Buffer[];
  /** As the header of the samples gives it, if that is not their size. */
  readonly dataSize?: number;
}

/** @param channels each of the same length. */
export function waveFile(
  channels: readonly Float32Array[],
  {
    rate = 44_100,
    bits = 16,
    usedBits,
    isFloat = false,
    id = 'RIFF',
    before = [],
    after = [],
    dataSize,
  }: WaveOptions = {},
): Buffer {
  const format = Buffer.alloc(16);
  const frameBytes = (channels.length * bits) / 8;
  format.writeUInt16LE(isFloat ? 3 : 1, 0);
  format.writeUInt16LE(channels.length, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * frameBytes, 8);
  format.writeUInt16LE(frameBytes, 12);
  format.writeUInt16LE(bits, 14);
  const content = samples(channels, { bits, isFloat, usedBits: usedBits ?? bits });
  const formatChunk = chunk('fmt ', usedBits === undefined ? format : extensible(format, usedBits));
  const data = chunk('data', content, dataSize);
  return chunk(id, Buffer.concat([Buffer.from('WAVE'), ...before, formatChunk, data, ...after]));
}

const EXTENSIBLE = 0xfffe;
/** What follows the tag in the identifier of a format. */
const IDENTIFIER_END = Buffer.from('000000001000800000aa00389b71', 'hex');

function extensible(format: Buffer, usedBits: number): Buffer {
  const extension = Buffer.alloc(10);
  extension.writeUInt16LE(22, 0);
  extension.writeUInt16LE(usedBits, 2);
  format.copy(extension, 8, 0, 2);
  format.writeUInt16LE(EXTENSIBLE, 0);
  return Buffer.concat([format, extension, IDENTIFIER_END]);
}

/** Samples with fewer bits are at the upper end of their bytes. */
function samples(
  channels: readonly Float32Array[],
  {
    bits,
    usedBits,
    isFloat,
  }: { readonly bits: number; readonly usedBits: number; readonly isFloat: boolean },
): Buffer {
  const frames = channels[0]?.length ?? 0;
  const bytes = bits / 8;
  const data = Buffer.alloc(frames * channels.length * bytes);
  const scale = 2 ** (usedBits - 1);
  const unit = 2 ** (bits - usedBits);
  let at = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const channel of channels) {
      const sample = channel[frame] ?? 0;
      const whole = unit * Math.max(-scale, Math.min(scale - 1, Math.round(sample * scale)));
      if (isFloat) data.writeFloatLE(sample, at);
      else if (bits === 8) data.writeUInt8(whole + 128, at);
      else data.writeIntLE(whole, at, bytes);
      at += bytes;
    }
  }
  return data;
}

/**
 * An AIFF-C file.
 * @param compression of its samples: 16 bits in either order, or 32 bits with a floating point.
 */
export function aiffFile(
  channels: readonly Float32Array[],
  { rate, compression }: { readonly rate: number; readonly compression: 'NONE' | 'sowt' | 'fl32' },
): Buffer {
  const isFloat = compression === 'fl32';
  const bits = isFloat ? 32 : 16;
  const data = samples(channels, { bits, usedBits: bits, isFloat });
  if (compression === 'NONE') data.swap16();
  if (isFloat) data.swap32();
  const format = Buffer.alloc(24);
  format.writeUInt16BE(channels.length, 0);
  format.writeUInt32BE(channels[0]?.length ?? 0, 2);
  format.writeUInt16BE(bits, 6);
  // A number with 80 bits: the exponent, then the mantissa with its highest bit.
  const exponent = Math.floor(Math.log2(rate));
  format.writeUInt16BE(16_383 + exponent, 8);
  format.writeBigUInt64BE(BigInt(rate) << BigInt(63 - exponent), 10);
  format.write(compression, 18, 'latin1');
  const sound = Buffer.concat([Buffer.alloc(8), data]);
  const content = [Buffer.from('AIFC'), bigEndian('COMM', format), bigEndian('SSND', sound)];
  return bigEndian('FORM', Buffer.concat(content));
}

function bigEndian(id: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, 0, 'latin1');
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
}
