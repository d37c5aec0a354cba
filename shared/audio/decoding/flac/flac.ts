/** FLAC files (RFC 9639). */
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { ByteStream } from '../../reading/byte-stream.ts';
import { BesideAudio, withBeside } from '../beside-audio.ts';
import type { AudioPiece, Decode, DecodingSource } from '../decoded-audio.ts';
import { onlyFormat, requireUsual } from '../format-limits.ts';
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
  const beside = new BesideAudio();
  const decoded = {
    bitDepth: info.bitDepth,
    expectedSeconds: info.total === 0 ? null : info.total / info.sampleRate,
    pieces: pieces({ bytes, pauses }, info, beside),
  };
  return withBeside(decoded, beside);
};

/** Reads the metadata. @throws Unreadable */
async function describedStream(bytes: ByteStream): Promise<StreamInfo> {
  let info: StreamInfo | undefined;
  for (let count = 0; count < MAX_BLOCKS; count++) {
    const header = await bytes.take(BLOCK_HEADER_BYTES);
    if (header.length < BLOCK_HEADER_BYTES) break;
    const length = header.readUIntBE(1, 3);
    const type = header.readUInt8(0) & 0x7f;
    const described =
      type === 0 ? streamInfo(await bytes.peek(Math.min(length, STREAM_INFO_BYTES))) : undefined;
    if (described) info = onlyFormat('FLAC', info, described);
    if (!(await bytes.skip(length))) break;
    const isLast = header.readUInt8(0) >= 0x80;
    if (isLast && info) return info;
  }
  throw invalid('The FLAC file does not describe its audio (STREAMINFO), or its metadata is damaged.');
}

async function* pieces(
  { bytes, pauses }: Pick<DecodingSource, 'bytes' | 'pauses'>,
  info: StreamInfo,
  beside: BesideAudio,
): AsyncGenerator<AudioPiece> {
  const decoder = new FrameDecoder(pauses);
  const start = bytes.position;
  let decoded = 0;
  for await (const frame of intactFrames(bytes)) {
    const piece = await decoder.decoded(frame, info);
    if (!piece) continue;
    decoded += frame.length;
    yield piece;
  }
  beside.add(bytes.position - start - decoded);
}

async function* intactFrames(bytes: ByteStream): AsyncGenerator<Buffer> {
  const frames = new FlacFrames();
  for (let portion = await bytes.take(PORTION_BYTES); portion.length > 0; ) {
    yield* frames.push(portion);
    portion = await bytes.take(PORTION_BYTES);
  }
  yield* frames.flush();
}
