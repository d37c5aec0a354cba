/** Detects the format of audio by its content, regardless of the name and media type of the file. */
import { fileTypeFromBuffer } from 'file-type';
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import type { AudioFormat } from '../rules/master-files.ts';
import { type AacOption, expectedFormats } from './aac-option.ts';
import { flacFrameHeader } from './flac/frame-header.ts';
import { findFirstFrame } from './mpeg.ts';

/** The bytes that file-type reads. */
const HEAD_BYTES = 4100;
const MAX_TAGS = 8;
const TAG_HEADER_BYTES = 10;

/** How files begin, as Latin-1 text. Pages of Ogg have 28 bytes or more before the name of the codec. */
const beginnings: readonly (readonly [AudioFormat, RegExp])[] = [
  ['wav', /^(?:RIFF|RF64|BW64)[\s\S]{4}WAVE/],
  ['aiff', /^FORM[\s\S]{4}AIF[FC]/],
  ['flac', /^fLaC/],
  ['mp4', /^[\s\S]{4}(?:ftyp|moov|mdat|wide)/],
  ['vorbis', /^OggS[\s\S]{25}vorbis/],
  ['opus', /^OggS[\s\S]{24}OpusHead/],
  ['ogg-flac', /^OggS[\s\S]{24}\x7fFLAC/],
];

/**
 * Leaves the stream at the start of the audio format, after tags of ID3v2.
 * @throws Unreadable if the file is empty, or not audio in a known format.
 */
export async function detectFormat(bytes: ByteStream, option: AacOption): Promise<AudioFormat> {
  if ((await bytes.peek(1)).length === 0) throw invalid('The file is empty.');
  await skipTags(bytes);
  const head = await bytes.peek(HEAD_BYTES);
  const text = head.toString('latin1');
  const [format] = beginnings.find(([, beginning]) => beginning.test(text)) ?? [];
  const detected = format ?? (await findFirstFrame(bytes))?.frame.format;
  if (detected) return detected;
  throw invalid(`${await descriptionOf(head)} It must be audio: ${expectedFormats(option)}.`);
}

/** Skips ID3 tags, which precede MP3 and AAC. Some programs also write them before other formats. */
async function skipTags(bytes: ByteStream): Promise<void> {
  for (let count = 0; count < MAX_TAGS; count++) {
    const header = await bytes.peek(TAG_HEADER_BYTES);
    if (header.length < TAG_HEADER_BYTES || header.toString('latin1', 0, 3) !== 'ID3') return;
    const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (header.readUInt8(at) & 0x7f), 0);
    const hasFooter = (header.readUInt8(5) & 0x10) !== 0;
    await bytes.skip(TAG_HEADER_BYTES + size + (hasFooter ? TAG_HEADER_BYTES : 0));
  }
}

async function descriptionOf(head: Buffer): Promise<string> {
  if (/^\s*(<!doctype html|<html)/i.test(head.toString('utf8').replace(/^\ufeff/, ''))) {
    return 'The file is a web page (HTML).';
  }
  if (flacFrameHeader(head, 0)) return 'The file is a FLAC stream without its beginning.';
  // A file that the library cannot parse counts as unknown.
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  return type ? `The file is of the type ${type.mime}.` : 'The file is of an unknown type.';
}
