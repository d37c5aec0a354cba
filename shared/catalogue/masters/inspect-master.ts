/** Finds faults in the file of a master by its content, regardless of its name and media type. */
import { fileTypeFromBuffer } from 'file-type';
import type { AssetType } from '../rules/catalogue.ts';
import { atmosFaults, videoFaults, type WaveFormat } from '../rules/masters.ts';

/** The part of a file that an inspection needs. */
export interface ReadableFile {
  readonly size: number | undefined;
  /** @returns the bytes; fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
}

/** The bytes that file-type reads. */
const HEAD_BYTES = 4100;
/** The MP4 and QuickTime types that file-type distinguishes by the brand in the ftyp box. */
const VIDEO_TYPES = ['mp4', 'm4v', 'mov'];

/**
 * @returns a sentence for each fault; none if the master is valid.
 * @throws Error if the file cannot be read.
 */
export async function inspectMaster(file: ReadableFile, assetType: AssetType): Promise<string[]> {
  const head = await file.read(0, HEAD_BYTES);
  if (assetType === 'dolby_atmos') {
    // file-type does not know RF64 and BW64, which large files with many channels use.
    const format = isWave(head) ? await findWaveFormat(file) : null;
    return atmosFaults({ format, content: await contentOf(head), size: file.size });
  }
  const type = await fileTypeOf(head);
  const isMp4 = head.toString('latin1', 4, 8) === 'ftyp';
  const isVideo = isMp4 && type !== undefined && VIDEO_TYPES.includes(type.ext);
  return videoFaults({ isVideo, content: await contentOf(head), size: file.size });
}

async function contentOf(head: Buffer): Promise<string> {
  if (head.length === 0) return 'empty';
  if (isWave(head)) return 'of the type audio/wav';
  const type = await fileTypeOf(head);
  return type ? `of the type ${type.mime}` : 'of an unknown type';
}

/** A file that the library cannot parse counts as unknown. */
const fileTypeOf = (head: Buffer) => fileTypeFromBuffer(head).catch(() => undefined);

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The start of a fmt chunk: format tag, channels, samples per second. */
const FORMAT_BYTES = 8;
/** Real files have at most a few dozen. */
const MAX_CHUNKS = 1000;

/** Whether a file is RIFF, RF64 or BW64. @param head at least its first 12 bytes. */
const isWave = (head: Buffer): boolean =>
  ['RIFF', 'RF64', 'BW64'].includes(head.toString('latin1', 0, 4)) &&
  head.toString('latin1', 8, 12) === 'WAVE';

/**
 * Reads chunk headers, without the audio. Other chunks (JUNK, ds64, bext, axml) may precede `fmt `.
 * @returns undefined if there is no `fmt ` chunk before the audio data.
 */
async function findWaveFormat(file: ReadableFile): Promise<WaveFormat | undefined> {
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
