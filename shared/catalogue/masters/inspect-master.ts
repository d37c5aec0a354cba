/** Finds faults in the file of a master by its content, regardless of its name and media type. */
import { fileTypeFromBuffer } from 'file-type';
import type { AssetType } from '../rules/catalogue.ts';
import { atmosFaults, videoFaults } from '../rules/masters.ts';
import { findWaveFormat, isWave, type ReadableFile } from './wave-format.ts';

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
  const isVideo = head.toString('latin1', 4, 8) === 'ftyp' && VIDEO_TYPES.includes(type?.ext ?? '');
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
