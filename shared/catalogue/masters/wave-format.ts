/** Finds the format of a WAVE file (RIFF, RF64, BW64) by its chunk headers, without reading the audio. */
import type { WaveFormat } from '../rules/masters.ts';

/** The part of a file that an inspection needs. */
export interface ReadableFile {
  readonly size: number | undefined;
  /** @returns the bytes; fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
}

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The start of a fmt chunk: format tag, channels, samples per second. */
const FORMAT_BYTES = 8;
/** Real files have at most a few dozen. */
const MAX_CHUNKS = 1000;

/** @param head at least the first 12 bytes of the file. */
export const isWave = (head: Buffer): boolean =>
  ['RIFF', 'RF64', 'BW64'].includes(head.toString('latin1', 0, 4)) &&
  head.toString('latin1', 8, 12) === 'WAVE';

/**
 * Any chunks may precede `fmt ` (JUNK, ds64, bext, axml), except the audio data.
 * @returns undefined if there is no `fmt ` chunk before the audio data.
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
