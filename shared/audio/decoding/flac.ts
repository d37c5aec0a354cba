/** FLAC files (RFC 9639). */
import { decoder } from '@audio/decode-flac';
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import type { Decode } from './decoded-audio.ts';
import { FlacFrames } from './flac-frames.ts';
import { requireUsual } from './format-limits.ts';
import { decodedPieces } from './package-decoder.ts';
import { lengthOf, portionsOf } from './portions.ts';

const MAGIC_BYTES = 4;
const BLOCK_HEADER_BYTES = 4;
const STREAM_INFO_BYTES = 34;
const MAX_BLOCKS = 1000;
const PORTION_BYTES = 65_536;
/** Headers and checksums of a frame, at most. */
const OVERHEAD_BYTES = 256;

interface StreamInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitDepth: number;
  /** Samples of each channel in a frame, and in the file; 0 if not known. */
  readonly maxBlock: number;
  readonly total: number;
}

export const decodeFlac: Decode = async ({ bytes }) => {
  await bytes.skip(MAGIC_BYTES);
  const info = await streamInfo(bytes);
  requireUsual(info);
  return {
    bitDepth: info.bitDepth,
    expectedSeconds: info.total === 0 ? null : info.total / info.sampleRate,
    pieces: decodedPieces(intactFrames(bytes, info), { start: decoder, sizeOf: lengthOf, canRestart: true }),
  };
};

/** Reads the metadata. @throws Unreadable */
async function streamInfo(bytes: ByteStream): Promise<StreamInfo> {
  let info: StreamInfo | undefined;
  for (let count = 0; count < MAX_BLOCKS; count++) {
    const header = await bytes.take(BLOCK_HEADER_BYTES);
    if (header.length < BLOCK_HEADER_BYTES) break;
    const length = header.readUIntBE(1, 3);
    const type = header.readUInt8(0) & 0x7f;
    if (type === 0) info = infoOf(await bytes.peek(Math.min(length, STREAM_INFO_BYTES)));
    if (!(await bytes.skip(length))) break;
    const isLast = header.readUInt8(0) >= 0x80;
    if (isLast && info) return info;
  }
  throw invalid('The FLAC file has no audio.');
}

function infoOf(block: Buffer): StreamInfo | undefined {
  if (block.length < STREAM_INFO_BYTES) return undefined;
  // 20 bits of sample rate, 3 of channels, 5 of bits per sample, and 36 of the number of samples.
  const bits = block.readBigUInt64BE(10);
  return {
    maxBlock: block.readUInt16BE(2),
    sampleRate: Number(bits >> 44n),
    channels: Number((bits >> 41n) & 7n) + 1,
    bitDepth: Number((bits >> 36n) & 31n) + 1,
    total: Number(bits & 0xfffffffffn),
  };
}

/** One frame in each portion, because one of 30 bytes can contain 65,535 samples of each channel. */
async function* intactFrames(bytes: ByteStream, info: StreamInfo): AsyncGenerator<Buffer> {
  const { channels, bitDepth, maxBlock } = info;
  const maxFrameBytes = OVERHEAD_BYTES + Math.ceil((maxBlock * channels * (bitDepth + 1)) / 8);
  const frames = new FlacFrames({ channels, maxFrameBytes });
  for await (const portion of portionsOf(bytes, PORTION_BYTES)) yield* frames.push(portion);
  yield* frames.flush();
}
