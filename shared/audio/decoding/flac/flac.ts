/** FLAC files (RFC 9639). */
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { Pauses } from '../../pauses.ts';
import type { ByteStream } from '../../reading/byte-stream.ts';
import type { AudioPiece, Decode } from '../decoded-audio.ts';
import { requireUsual } from '../format-limits.ts';
import { FrameDecoder } from './decode-frame.ts';
import { FlacFrames } from './frames.ts';
import { STREAM_INFO_BYTES, type StreamInfo, streamInfo } from './stream-info.ts';

const MAGIC_BYTES = 4;
const BLOCK_HEADER_BYTES = 4;
const MAX_BLOCKS = 1000;
const PORTION_BYTES = 65_536;

export const decodeFlac: Decode = async ({ bytes, pauses }) => {
  await bytes.skip(MAGIC_BYTES);
  const info = await describedStream(bytes);
  requireUsual(info);
  return {
    bitDepth: info.bitDepth,
    expectedSeconds: info.total === 0 ? null : info.total / info.sampleRate,
    pieces: pieces(bytes, info, pauses),
  };
};

/** Reads the metadata. @throws Unreadable */
async function describedStream(bytes: ByteStream): Promise<StreamInfo> {
  let info: StreamInfo | undefined;
  for (let count = 0; count < MAX_BLOCKS; count++) {
    const header = await bytes.take(BLOCK_HEADER_BYTES);
    if (header.length < BLOCK_HEADER_BYTES) break;
    const length = header.readUIntBE(1, 3);
    const type = header.readUInt8(0) & 0x7f;
    if (type === 0) info = streamInfo(await bytes.peek(Math.min(length, STREAM_INFO_BYTES)));
    if (!(await bytes.skip(length))) break;
    const isLast = header.readUInt8(0) >= 0x80;
    if (isLast && info) return info;
  }
  throw invalid('The FLAC file does not describe its audio (STREAMINFO), or its metadata is damaged.');
}

async function* pieces(bytes: ByteStream, info: StreamInfo, pauses: Pauses): AsyncGenerator<AudioPiece> {
  const decoder = new FrameDecoder(pauses);
  for await (const frame of intactFrames(bytes)) {
    const piece = await decoder.decoded(frame, info);
    if (piece) yield piece;
  }
}

async function* intactFrames(bytes: ByteStream): AsyncGenerator<Buffer> {
  const frames = new FlacFrames();
  for (let portion = await bytes.take(PORTION_BYTES); portion.length > 0; ) {
    yield* frames.push(portion);
    portion = await bytes.take(PORTION_BYTES);
  }
  yield* frames.flush();
}
