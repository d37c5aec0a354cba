/** The files and folders that commands read and write. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { type Rejection, rejection } from './rejection.ts';

/** The mode of the files of an export: they contain names, addresses and amounts. */
export const PRIVATE_FILE = { mode: 0o600 };

/** @returns what `--from` or `--to` names. @throws Rejection */
export function folderIn(args: Readonly<Record<string, unknown>>, name: 'from' | 'to'): string {
  const folder = args[name];
  if (typeof folder !== 'string' || folder === '') throw rejection('required', `--${name} is required.`);
  return folder;
}

/**
 * @returns the folder of `--to`, which only the operator can read.
 * @throws Rejection if it has files, which an export does not overwrite.
 */
export async function makeFolder(args: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = folderIn(args, 'to');
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw rejection('file_unreadable', `${folder} cannot be written: ${error.message}`);
  });
  if ((await readdir(folder)).length > 0)
    throw rejection('invalid_value', `--to: the folder ${folder} is not empty.`);
  return folder;
}

export const unreadable = (path: string, error: unknown): Rejection =>
  rejection('file_unreadable', `${path} cannot be read: ${error instanceof Error ? error.message : error}`);

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** @returns undefined for text that is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The longest line that is read. A request to a function has at most 6 MB. */
const MAX_LINE_BYTES = 4_000_000;

export interface TextLine {
  readonly text: string;
  readonly number: number;
  /** Whether it is longer than the limit. The text is then only its beginning. */
  readonly isCut: boolean;
}

/**
 * Reads one line at a time, since files can be larger than memory. Only a line feed ends a line, because JSON
 * leaves other line ends within texts as they are, such as U+2028.
 */
export async function* linesIn(path: string): AsyncGenerator<TextLine> {
  const decoder = new StringDecoder();
  let text = '';
  let bytes = 0;
  let number = 1;
  const add = (part: string) => {
    bytes += Buffer.byteLength(part);
    if (bytes <= MAX_LINE_BYTES) text += part;
  };
  const line = () => ({ text, number, isCut: bytes > MAX_LINE_BYTES });
  for await (const chunk of createReadStream(path)) {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    add(first);
    for (const part of others) {
      yield line();
      number += 1;
      text = '';
      bytes = 0;
      add(part);
    }
  }
  add(decoder.end());
  if (bytes > 0) yield line();
}
