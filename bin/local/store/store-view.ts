/** What the local store received and reported, from its folder, for the page at /_local/store. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readAcknowledgement } from '../../../shared/ern/acknowledgements/read-acknowledgement.ts';
import { type CheckedPackage, checkedPackage } from './check-package.ts';
import { ACKNOWLEDGEMENTS, BATCH_MANIFEST, REPORTS } from './store-folders.ts';

interface ViewedPackage {
  readonly folder: string;
  /** When its last file came (ISO 8601). */
  readonly at: string;
  /** `incoming` until what completes it is there; `damaged` if files are missing or have other contents. */
  readonly state: 'incoming' | 'complete' | 'damaged';
  /** Files that are there, without the message. */
  readonly files: number;
  readonly bytes: number;
  /** What the message says, once it is there. */
  readonly title: string | null;
  readonly releaseId: string | null;
  readonly isTakedown: boolean;
  /** Sentences. */
  readonly faults: readonly string[];
}

interface ViewedFile {
  readonly name: string;
  readonly at: string;
  readonly bytes: number;
}

export interface StoreView {
  /** False if the store has never run here. */
  readonly isThere: boolean;
  /** Each list has the newest first, and at most a hundred. */
  readonly packages: readonly ViewedPackage[];
  readonly acknowledgements: readonly (ViewedFile & { readonly says: string })[];
  readonly reports: readonly ViewedFile[];
}

const MOST_SHOWN = 100;
/** Larger files are not what the store has written. */
const MOST_BYTES = 1_000_000;

interface Found {
  /** Within the folder. */
  readonly path: string;
  readonly bytes: number;
  readonly changedMs: number;
}

/** @returns what reads the folder. What has not changed since is not read again. */
export function storeReader(folder: string): () => Promise<StoreView> {
  const packages = cached((name, of: readonly Found[]) => viewedPackage(folder, name, of));
  const words = cached((path, { bytes }: Found) => wordsIn(join(folder, path), bytes));
  return async () => {
    const all = await filesIn(folder);
    if (!all) return { isThere: false, packages: [], acknowledgements: [], reports: [] };
    const byFolder = Map.groupBy(all, ({ path }) => path.split('/')[0] ?? path);
    const written = (name: string) => newest(byFolder.get(name) ?? [], ({ changedMs }) => changedMs);
    const releases = [...byFolder].filter(
      ([name, files]) =>
        ![ACKNOWLEDGEMENTS, REPORTS].includes(name) && files.some(({ path }) => path.includes('/')),
    );
    return {
      isThere: true,
      packages: await Promise.all(
        newest(releases, ([, files]) => lastOf(files)).map(([name, files]) => packages(name, files)),
      ),
      acknowledgements: await Promise.all(
        written(ACKNOWLEDGEMENTS).map(async (file) => ({
          ...viewedFile(file),
          says: await words(file.path, file),
        })),
      ),
      reports: written(REPORTS).map(viewedFile),
    };
  };
}

const newest = <T>(all: readonly T[], changedMs: (of: T) => number): T[] =>
  all.toSorted((left, right) => changedMs(right) - changedMs(left)).slice(0, MOST_SHOWN);

const lastOf = (files: readonly Found[]): number => Math.max(...files.map(({ changedMs }) => changedMs));

/** @param make from what was found at a path; repeated once that has changed. */
function cached<F, T>(make: (path: string, found: F) => Promise<T>): (path: string, found: F) => Promise<T> {
  const known = new Map<string, { readonly version: string; readonly made: Promise<T> }>();
  return (path, found) => {
    const version = JSON.stringify(found);
    const before = known.get(path);
    if (before?.version === version) return before.made;
    const made = make(path, found);
    known.set(path, { version, made });
    return made;
  };
}

/** Half-written files are omitted. @returns undefined if there is no such folder. */
async function filesIn(folder: string): Promise<readonly Found[] | undefined> {
  const names = await readdir(folder, { recursive: true }).catch(() => undefined);
  if (!names) return undefined;
  const found = await Promise.all(
    names.toSorted().map(async (path) => {
      // The store can have removed it since it was listed.
      const stats = await stat(join(folder, path)).catch(() => undefined);
      if (!stats?.isFile() || path.endsWith('.part')) return [];
      return [{ path, bytes: stats.size, changedMs: stats.mtimeMs }];
    }),
  );
  return found.flat();
}

const viewedFile = ({ path, bytes, changedMs }: Found): ViewedFile => ({
  name: path.slice(path.indexOf('/') + 1),
  at: new Date(changedMs).toISOString(),
  bytes,
});

const isManifest = ({ path }: Found): boolean => BATCH_MANIFEST.test(path);
const isMessage = (file: Found): boolean =>
  /^[^/]+\/(?:[^/]+\/)?[^/]+\.xml$/.test(file.path) && !isManifest(file);

async function viewedPackage(folder: string, name: string, files: readonly Found[]): Promise<ViewedPackage> {
  const message = files.find(isMessage);
  const isBatch = /^\d{17}$/.test(name);
  const isEnded = message && (!isBatch || files.some(isManifest));
  const checked = message && (await checkedIn(join(folder, message.path)));
  const faults = checked && 'fault' in checked ? [checked.fault] : (checked?.faults ?? []);
  const says = checked && 'messageId' in checked ? checked : undefined;
  const resources = files.filter((file) => file !== message && !isManifest(file));
  return {
    folder: name,
    at: new Date(lastOf(files)).toISOString(),
    state: !isEnded ? 'incoming' : faults.length > 0 ? 'damaged' : 'complete',
    files: resources.length,
    bytes: resources.reduce((sum, { bytes }) => sum + bytes, 0),
    title: says?.title ?? null,
    releaseId: says?.releaseId ?? null,
    isTakedown: says?.isTakedown ?? false,
    faults: isEnded ? faults : [],
  };
}

const checkedIn = (message: string): Promise<CheckedPackage | { readonly fault: string }> =>
  checkedPackage(message).catch(() => ({ fault: 'The message cannot be read.' }));

const meanings = {
  completed: 'completed',
  completed_takedown: 'completed, of a takedown',
  rejected: 'rejected',
  received: 'received',
  unclear: 'unclear',
} as const;

/** @returns what a stage understands of an acknowledgement. */
async function wordsIn(path: string, bytes: number): Promise<string> {
  if (bytes > MOST_BYTES) return 'too large';
  try {
    const all = readAcknowledgement(await readFile(path, 'utf8'));
    return all.map(({ says, words }) => `${meanings[says]}: ${words}`).join('; ');
  } catch {
    return 'unreadable';
  }
}
