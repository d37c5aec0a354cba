/** The files of the documentation beside the function: read when they are first asked for, then kept. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { environment } from '../../shared/platform/settings.ts';

export interface StoredFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
  /** The same for the same content. */
  readonly etag: string;
}

interface IndexedFile {
  readonly file: string;
  readonly type: string;
}

/** Where the written pages say the API is. */
const WRITTEN_ADDRESS = 'http://localhost:3000';

const folder = join(import.meta.dirname, 'site');
const files = new Map<string, StoredFile>();
let index: Readonly<Record<string, IndexedFile>> | undefined;

/** @returns undefined when the documentation has no such path. */
export function siteFile(path: string): StoredFile | undefined {
  index ??= JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Readonly<
    Record<string, IndexedFile>
  >;
  const place = Object.hasOwn(index, path) ? index[path] : undefined;
  if (!place) return undefined;
  const known = files.get(path) ?? stored(place);
  files.set(path, known);
  return known;
}

/** With the address of this stage in commands and links. */
function stored({ file, type }: IndexedFile): StoredFile {
  const text = readFileSync(join(folder, file), 'utf8');
  const plain = Buffer.from(text.replaceAll(WRITTEN_ADDRESS, environment('BASE_URL')));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, plain, compressed: gzipSync(plain), etag };
}
