/** The files of the documentation, deployed with the function. Each is read on first use and then kept. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { environment } from '../../shared/platform/settings.ts';

export interface StoredFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
  /** Depends only on the content. */
  readonly etag: string;
}

interface IndexedFile {
  readonly file: string;
  readonly type: string;
}

/** The address of the API in the source pages. */
const WRITTEN_ADDRESS = 'http://localhost:3000';

const folder = join(import.meta.dirname, 'site');
const files = new Map<string, StoredFile>();
let index: Readonly<Record<string, IndexedFile>> | undefined;

/** @returns undefined for unknown paths. */
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

/** Replaces the address in commands and links with that of this stage. */
function stored({ file, type }: IndexedFile): StoredFile {
  const text = readFileSync(join(folder, file), 'utf8');
  const plain = Buffer.from(text.replaceAll(WRITTEN_ADDRESS, environment('BASE_URL')));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, plain, compressed: gzipSync(plain), etag };
}
