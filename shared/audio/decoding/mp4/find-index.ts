/** Finds the index (`moov`) of an MP4 file: before the audio, or behind it with a second request. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { ByteStream } from '../../reading/byte-stream.ts';
import type { DecodingSource } from '../decoded-audio.ts';

/** Three hours of AAC need 2 MB. Pictures are in the index, too. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const MAX_BOXES = 10_000;
const NO_INDEX = 'The MP4 file has no index (moov).';

/** Leaves `bytes` before the audio. @throws Unreadable */
export async function findIndex({ bytes, from }: DecodingSource): Promise<Buffer> {
  for (let count = 0; count < MAX_BOXES; count++) {
    const box = await nextBox(bytes);
    if (box?.type === 'moov') return indexOf(bytes, box.end);
    if (box?.type === 'mdat') return findBehind(from(box.end));
    if (!box || !(await bytes.skip(box.end - bytes.position))) break;
  }
  throw invalid(NO_INDEX);
}

async function findBehind(bytes: ByteStream): Promise<Buffer> {
  for (let count = 0; count < MAX_BOXES; count++) {
    const box = await nextBox(bytes);
    if (box?.type === 'moov') return indexOf(bytes, box.end);
    if (!box || !(await bytes.skip(box.end - bytes.position))) break;
  }
  throw invalid(NO_INDEX);
}

/** @returns undefined at the end of the file, and for a box that lasts to it. */
async function nextBox(bytes: ByteStream): Promise<{ type: string; end: number } | undefined> {
  const start = bytes.position;
  const header = await bytes.take(8);
  if (header.length < 8) return undefined;
  const type = header.toString('latin1', 4, 8);
  const short = header.readUInt32BE(0);
  if (short !== 1) return short < 8 ? undefined : { type, end: start + short };
  const long = await bytes.take(8);
  const size = long.length < 8 ? 0 : Number(long.readBigUInt64BE(0));
  return size < 16 ? undefined : { type, end: start + size };
}

async function indexOf(bytes: ByteStream, end: number): Promise<Buffer> {
  const length = end - bytes.position;
  if (length > MAX_INDEX_BYTES) throw invalid('The index of the MP4 file is too large.');
  // The rest of the stream may take long, and this is kept.
  const index = Buffer.from(await bytes.take(length));
  if (index.length < length) throw invalid(NO_INDEX);
  return index;
}
