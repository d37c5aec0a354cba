/** Builds pages with VitePress (.vitepress/config.ts). */
import { execFile, type PromiseWithChild } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contentsOf, type Files, writeFiles } from '../../infra/bundle/files.ts';
import { root } from './pages.ts';

const generator = join(root, 'node_modules/vitepress/bin/vitepress.js');
const theme = join(import.meta.dirname, '.vitepress');

/** @returns the files on which the output depends besides the pages. */
export const builderFiles = (): Files =>
  new Map([...contentsOf(theme), ['vitepress.ts', readFileSync(import.meta.filename, 'utf8')]]);

/**
 * Runs in a separate process, because it takes several seconds and 300 MB.
 * @param prepared what the folder contains that VitePress builds.
 * @returns the built files. @throws Error with the output of VitePress.
 */
export async function runVitepress(prepared: Files): Promise<Files> {
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
