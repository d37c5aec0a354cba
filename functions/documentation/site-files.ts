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
  /** Whether its path changes with its content. */
  readonly isImmutable: boolean;
}

/** Written by infra/documentation/site.ts. */
interface SiteIndex {
  readonly scripts: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, { readonly file: string; readonly type: string }>>;
}

/** The address of the API in the source pages. */
const WRITTEN_ADDRESS = 'http://localhost:3000';

const folder = join(import.meta.dirname, 'site');
const stored = new Map<string, StoredFile>();
let known: SiteIndex | undefined;

function index(): SiteIndex {
  known ??= JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as SiteIndex;
  return known;
}

/** @returns the hashes of the scripts in pages. */
export const scriptHashes = (): readonly string[] => index().scripts;

/** @returns undefined for unknown paths. */
export function siteFile(path: string): StoredFile | undefined {
  const { files } = index();
  const place = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!place) return undefined;
  const file = stored.get(path) ?? filled(path, place);
  stored.set(path, file);
  return file;
}

/** Names of built files have a hash of the content, in which the values of a stage's settings are not filled in. */
const ASSETS = '/docs/assets/';

/** Fills in the address and the settings of this stage. */
function filled(path: string, { file, type }: SiteIndex['files'][string]): StoredFile {
  const text = readFileSync(join(folder, file), 'utf8').replaceAll(WRITTEN_ADDRESS, environment('BASE_URL'));
  const values = Object.entries(index().values);
  const isImmutable = path.startsWith(ASSETS) && !values.some(([place]) => text.includes(place));
  const plain = Buffer.from(values.reduce((all, [place, value]) => all.replaceAll(place, value), text));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, plain, compressed: gzipSync(plain), etag, isImmutable };
}
