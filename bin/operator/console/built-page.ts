/** The page of the console, as Vite builds it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contentsOf, type Files } from '../../../infra/bundle/files.ts';
import { keptBuild } from '../../../infra/bundle/kept-build.ts';
import { rejection } from '../rejection.ts';

const folder = join(import.meta.dirname, 'page');
/** What the page imports of the service. */
const imported = ['distribution/rules', 'kit/values', 'reference/rules'].map((each) =>
  join(import.meta.dirname, '../../../shared', each),
);
const generator = join(import.meta.dirname, '../../../node_modules/vite/bin/vite.js');

/** @throws Rejection with the output of Vite. */
export const builtPage = (): Promise<Files> =>
  keptBuild([folder, ...imported].map(contentsOf), { name: 'console', build: runVite });

/** In a separate process, because the local stage needs its memory only once. */
async function runVite(): Promise<Files> {
  const outDir = mkdtempSync(join(tmpdir(), 'console-'));
  const line = [generator, 'build', folder, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  try {
    // Tests have another NODE_ENV, with which Vue is a third larger.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, line, { cwd: folder, env });
    return contentsOf(outDir);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? error.stderr : error;
    throw rejection('console_failed', `The console could not be built. ${output}`);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
