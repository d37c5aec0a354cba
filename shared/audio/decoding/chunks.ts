/** The chunks of WAVE and AIFF files. */
import type { ByteStream } from '../reading/byte-stream.ts';

/** The header of the file: its format, its size and the kind of its content. */
const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Real files have at most a few dozen. */
const MAX_CHUNKS = 1000;
/** The largest before the audio are pictures and the metadata of objects. */
const MAX_HEADER_BYTES = 256e6;

interface Chunk {
  readonly id: string;
  readonly length: number;
}

export type ReadLength = (header: Buffer) => number;

/**
 * Yields each chunk after its header, so that its content can be peeked at. Then, the content is skipped.
 * @param readLength reads the length of a chunk from its header.
 */
export async function* chunksOf(bytes: ByteStream, readLength: ReadLength): AsyncGenerator<Chunk> {
  await bytes.skip(FILE_HEADER_BYTES);
  yield* chunksAt(bytes, readLength);
}

/** The chunks from one on, up to the same limits. */
export async function* chunksAt(bytes: ByteStream, readLength: ReadLength): AsyncGenerator<Chunk> {
  const start = bytes.position;
  for (let count = 0; count < MAX_CHUNKS && bytes.position - start < MAX_HEADER_BYTES; count++) {
    const header = await bytes.take(CHUNK_HEADER_BYTES);
    if (header.length < CHUNK_HEADER_BYTES) return;
    const length = readLength(header);
    yield { id: header.toString('latin1', 0, 4), length };
    // Chunks begin at even positions.
    if (!(await bytes.skip(length + (length % 2)))) return;
  }
}
