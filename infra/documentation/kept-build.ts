/**
 * Builds pages with VitePress (.vitepress/config.ts), and keeps the files: a build takes both cores for
 * several seconds, and stages and tests need the same one.
 */
import { execFile, type PromiseWithChild } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contentsOf, digestOf, type Files, writeFiles } from './files.ts';
import { root } from './pages.ts';

const generator = join(root, 'node_modules/vitepress/bin/vitepress.js');
const theme = join(import.meta.dirname, '.vitepress');
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
  const entry = join(folder, digestOf(prepared, builderFiles()));
  const kept = keptIn(entry);
  if (kept) return kept;
  const built = await build(prepared);
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

/** @returns the files on which the output depends besides the pages. */
const builderFiles = (): Files =>
  new Map([
    ...contentsOf(theme),
    ['kept-build.ts', readFileSync(import.meta.filename, 'utf8')],
    ['package-lock.json', readFileSync(join(root, 'package-lock.json'), 'utf8')],
  ]);

/**
 * Runs in a separate process, because it takes several seconds and 300 MB.
 * @returns the built files. @throws Error with the output of VitePress.
 */
async function runVitepress(prepared: Files): Promise<Files> {
  const folder = mkdtempSync(join(tmpdir(), 'documentation-'));
  try {
    writeFiles(folder, prepared);
    cpSync(theme, join(folder, '.vitepress'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    // VitePress reads its configuration as an ES module only where the nearest package.json says so.
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    await untilTerminated(promisify(execFile)(process.execPath, [generator, 'build'], { cwd: folder }));
    return contentsOf(join(folder, 'built'));
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? error.stderr : error;
    throw new Error(`The documentation could not be built.\n${output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends the program when this process is terminated. */
async function untilTerminated(running: PromiseWithChild<unknown>): Promise<void> {
  const end = () => running.child.kill();
  process.once('SIGTERM', end);
  try {
    await running;
  } finally {
    process.off('SIGTERM', end);
  }
}
