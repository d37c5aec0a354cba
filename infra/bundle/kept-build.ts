/**
 * Keeps what was built for browsers, because a build takes seconds on both cores, and stages and tests need the same
 * one.
 */
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentsOf, digestOf, type Files, writeFiles } from './files.ts';

const root = join(import.meta.dirname, '../..');
/** Beside the packages, so that `npm ci` empties it. */
const CACHE = join(root, 'node_modules/.cache');
const KEPT = 3;

interface Building {
  /** Names the folder of the builds that are kept. */
  readonly name: string;
  readonly build: () => Promise<Files>;
  readonly cache?: string;
}

/**
 * @param sources on which the output depends, besides the packages.
 * @returns the built files, also if they cannot be kept.
 * @example keptBuild([pages], { name: 'documentation', build: () => runVitepress(pages) })
 */
export async function keptBuild(
  sources: readonly Files[],
  { name, build, cache = CACHE }: Building,
): Promise<Files> {
  const packages: Files = new Map([
    ['package-lock.json', readFileSync(join(root, 'package-lock.json'), 'utf8')],
  ]);
  const entry = join(cache, name, digestOf(...sources, packages));
  const kept = keptIn(entry);
  if (kept) return kept;
  const built = await build();
  keep(built, entry);
  return built;
}

function keptIn(entry: string): Files | undefined {
  try {
    return contentsOf(entry);
  } catch {
    return undefined;
  }
}

/** Keeps all files or, if they cannot be written or another process has kept the same, none. */
function keep(built: Files, entry: string): void {
  const draft = `${entry}.${process.pid}`;
  try {
    writeFiles(draft, built);
    renameSync(draft, entry);
    removeOldest(join(entry, '..'));
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Renames before it removes, so that no other process reads a part of the files. */
function removeOldest(folder: string): void {
  const entries = readdirSync(folder).map((name) => join(folder, name));
  const newestFirst = entries
    .map((entry) => ({ entry, modified: statSync(entry).mtimeMs }))
    .toSorted((left, right) => right.modified - left.modified);
  for (const { entry } of newestFirst.slice(KEPT)) {
    const removed = `${entry}.removed.${process.pid}`;
    renameSync(entry, removed);
    rmSync(removed, { recursive: true, force: true });
  }
}
