/** The typed client of the guide: types generated from the document of the running service, and the example that uses them. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStage, type SharedStage } from '../stage/shared-stage.ts';

const LIMIT_MS = 120_000;
const run = promisify(execFile);
const programs = join(import.meta.dirname, 'node_modules/.bin');
const docs = join(import.meta.dirname, '../../docs/client');
/** Here, the example finds the packages that it imports. */
const folder = join(import.meta.dirname, 'typed-client');
const compile = () => run(join(import.meta.dirname, '../../node_modules/.bin/tsc'), ['-p', folder]);

let stage: SharedStage;
beforeAll(async () => {
  stage = await demoStage();
  mkdirSync(folder, { recursive: true });
  cpSync(join(docs, 'example.ts'), join(folder, 'example.ts'));
  const settings = { extends: '../../../tsconfig.json', include: ['*.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await run(join(programs, 'openapi-typescript'), [
    `${stage.url}/openapi.json`,
    '-o',
    join(folder, 'api.d.ts'),
  ]);
}, LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the typed client', () => {
  it('is generated from the API document, and its example compiles and runs', {
    timeout: LIMIT_MS,
  }, async () => {
    await compile();
    const { stdout } = await run(process.execPath, [join(folder, 'example.ts'), stage.url]);
    expect(stdout).toMatch(/^label Typed Label\nalbum \w.*\nalbum \w.*\n$/);
  });

  it('does not compile with an unknown path or member', { timeout: LIMIT_MS }, async () => {
    const example = readFileSync(join(folder, 'example.ts'), 'utf8');
    writeFileSync(join(folder, 'wrong.ts'), example.replace("name: 'Typed", "nmae: 'Typed"));
    await expect(compile()).rejects.toMatchObject({
      stdout: expect.stringMatching(/wrong\.ts.*'nmae' does not exist/),
    });
  });
});
