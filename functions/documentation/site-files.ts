/** The files of the documentation, deployed with the function. Each is read on first use and then kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { digestOf } from '../../shared/kit/table/digest.ts';
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

/** Written by bin/site/site.ts. */
interface SiteIndex {
  readonly scripts: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, { readonly file: string; readonly type: string }>>;
}

/** The address of the API in the source pages. */
const WRITTEN_ADDRESS = 'http://localhost:3000';

const folder = join(import.meta.dirname, 'site');
const stored = new Map<string, StoredFile>();
let cached: SiteIndex | undefined;

function index(): SiteIndex {
  cached ??= JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as SiteIndex;
  return cached;
}

/** @returns the hashes of the scripts in pages. */
export const scriptHashes = (): readonly string[] => index().scripts;

/** @returns undefined for unknown paths. */
export function siteFile(path: string): StoredFile | undefined {
  const { files } = index();
  const entry = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!entry) return undefined;
  const file = stored.get(path) ?? filled(path, entry);
  stored.set(path, file);
  return file;
}

/** The name of a built file has a hash of its content, before the settings of a stage are filled in. */
const ASSETS = '/docs/assets/';

/** Fills in the address and the settings of this stage. */
function filled(path: string, { file, type }: SiteIndex['files'][string]): StoredFile {
  const text = readFileSync(join(folder, file), 'utf8').replaceAll(WRITTEN_ADDRESS, environment('BASE_URL'));
  const values = Object.entries(index().values);
  const isImmutable = path.startsWith(ASSETS) && !values.some(([placeholder]) => text.includes(placeholder));
  const plain = Buffer.from(
    values.reduce((all, [placeholder, value]) => all.replaceAll(placeholder, value), text),
  );
  const etag = `"${digestOf(plain).slice(0, 22)}"`;
  return { type, plain, compressed: gzipSync(plain), etag, isImmutable };
}
