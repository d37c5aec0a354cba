/** Clients that other generators make from the document of the API. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentDocument, textOf } from '../../bin/openapi/documents.ts';

const LIMIT_MS = 300_000;
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'generators-'));
const document = join(folder, 'openapi.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @throws Error with what the program printed when it fails. */
async function run(program: string, args: readonly string[]): Promise<void> {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: LIMIT_MS };
  await promisify(execFile)(program, args, options).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`.slice(0, 4000));
  });
}

const installed = (name: string) => join(import.meta.dirname, 'node_modules/.bin', name);

/** The settings of a strict project, for a folder of generated files. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'esnext',
  module: 'preserve',
  moduleResolution: 'bundler',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
};

describe('the generated client', () => {
  beforeAll(() => {
    writeFileSync(document, textOf(currentDocument()));
    // As the guide says.
    const override = { fetch: { explode: false } };
    const output = { target: join(folder, 'orval/client.ts'), client: 'fetch', mode: 'single', override };
    const settings = `module.exports = ${JSON.stringify({ client: { input: document, output } })}`;
    writeFileSync(join(folder, 'orval.config.cjs'), settings);
  });

  it.each([
    ['orval', 'orval', ['--config', './orval.config.cjs']],
    ['hey-api', 'openapi-ts', ['-i', document, '-o', join(folder, 'hey-api')]],
  ])('compiles: %s', { timeout: LIMIT_MS }, async (name, program, args) => {
    await run(installed(program), args);
    const project = join(folder, `${name}.json`);
    writeFileSync(project, JSON.stringify({ compilerOptions, include: [name] }));
    await expect(run(join(root, 'node_modules/.bin/tsc'), ['-p', project])).resolves.toBeUndefined();
  });
});
