/** Finds the format of a WAVE file (RIFF, RF64, BW64): chunk by chunk, without reading what the chunks hold. */
import type { WaveFormat } from '../rules/masters.ts';

/** A file as far as its inspection reads it. */
export interface ReadableFile {
  readonly size: number | undefined;
  /** @returns the bytes, or fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The beginning of a fmt chunk: format tag, channels, samples per second. */
const FORMAT_BYTES = 8;
/** Real files have a few dozen at most. */
const MAX_CHUNKS = 1000;

/** @param head at least the first 12 bytes of the file. */
export const isWave = (head: Buffer): boolean =>
  ['RIFF', 'RF64', 'BW64'].includes(head.toString('latin1', 0, 4)) &&
  head.toString('latin1', 8, 12) === 'WAVE';

/**
 * The chunks before `fmt ` can be of any kind and size (JUNK, ds64, bext, axml): only the audio data must come after it.
 * @returns undefined if there is none before the audio data.
 */
export async function findWaveFormat(file: ReadableFile): Promise<WaveFormat | undefined> {
  let position = RIFF_HEADER_BYTES;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const header = await file.read(position, CHUNK_HEADER_BYTES);
    if (header.length < CHUNK_HEADER_BYTES) return undefined;
    const id = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    position += CHUNK_HEADER_BYTES;
    if (id === 'data') return undefined;
    if (id === 'fmt ') {
      const format = await file.read(position, FORMAT_BYTES);
      if (Math.min(format.length, length) < FORMAT_BYTES) return undefined;
      return { channels: format.readUInt16LE(2), sampleRate: format.readUInt32LE(4) };
    }
    // Chunks begin at even positions.
    position += length + (length % 2);
  }
  return undefined;
}
