/** Keeps what VitePress has built: a build takes both cores for several seconds, and stages and tests need the same one. */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentsOf, digestOf, type Files, writeFiles } from './files.ts';
import { root } from './pages.ts';
import { builderFiles, runVitepress } from './run-vitepress.ts';

/** Beside the packages, so that `npm ci` empties it. */
const FOLDER = join(root, 'node_modules/.cache/documentation');
const KEPT = 3;

/**
 * @param prepared what the folder contains that VitePress builds.
 * @returns the built files, also if they cannot be kept. @throws Error with the output of VitePress.
 */
export async function builtFiles(
  prepared: Files,
  { folder = FOLDER, build = runVitepress } = {},
): Promise<Files> {
  const place = join(folder, digestOf(prepared, builderFiles()));
  const kept = keptIn(place);
  if (kept) return kept;
  const built = await build(prepared);
  keep(built, place);
  return built;
}

function keptIn(place: string): Files | undefined {
  try {
    return contentsOf(place);
  } catch {
    return undefined;
  }
}

/** Keeps all files or, if they cannot be written or another process has kept the same, none. */
function keep(built: Files, place: string): void {
  const draft = `${place}.${process.pid}`;
  try {
    writeFiles(draft, built);
    renameSync(draft, place);
    removeOldest(join(place, '..'));
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Renames before it removes, so that no other process reads a part of the files. */
function removeOldest(folder: string): void {
  const places = readdirSync(folder).map((name) => join(folder, name));
  const newestFirst = places
    .map((place) => ({ place, modified: statSync(place).mtimeMs }))
    .toSorted((left, right) => right.modified - left.modified);
  for (const { place } of newestFirst.slice(KEPT)) {
    const removed = `${place}.removed.${process.pid}`;
    renameSync(place, removed);
    rmSync(removed, { recursive: true, force: true });
  }
}
