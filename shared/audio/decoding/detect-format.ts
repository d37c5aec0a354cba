/** Detects the format of audio by its content, regardless of the name and media type of the file. */
import { fileTypeFromBuffer } from 'file-type';
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';

const audioFormats = ['wav'] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** The bytes that file-type reads. */
const HEAD_BYTES = 4100;

/** @throws Unreadable if the file is empty, or not audio in a known format. */
export async function detectFormat(bytes: ByteStream): Promise<AudioFormat> {
  const head = await bytes.peek(HEAD_BYTES);
  if (head.length === 0) throw invalid('The file is empty.');
  if (isWave(head)) return 'wav';
  throw invalid(`${await described(head)} It must be audio: WAVE.`);
}

const isWave = (head: Buffer): boolean =>
  /^(RIFF|RF64|BW64)[\s\S]{4}WAVE/.test(head.toString('latin1', 0, 12));

async function described(head: Buffer): Promise<string> {
  if (/^\s*(<!doctype html|<html)/i.test(head.toString('latin1').replace(/^\xef\xbb\xbf/, ''))) {
    return 'The file is a web page (HTML).';
  }
  // A file that the library cannot parse counts as unknown.
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  return type ? `The file is of the type ${type.mime}.` : 'The file is of an unknown type.';
}
