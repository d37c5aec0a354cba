import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './synthesis.ts';

const outdir = temporaryFolder();

/** Runs the app with context, as the CDK command line does for `-c` arguments. */
const runApp = (context: Record<string, string>, folder = outdir) =>
  spawnSync('node', ['bin/app.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], CDK_OUTDIR: folder, CDK_CONTEXT_JSON: JSON.stringify(context) },
    encoding: 'utf8',
  });

test('without a stage, the app says which argument is missing', () => {
  const { status, stderr } = runApp({});
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The stage is missing. Example: npx cdk synth -c stage=dev\n',
  });
});

test('for a listed stage, it writes the cloud assembly to the given folder', () => {
  const { status, stderr } = runApp({ stage: 'dev' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(existsSync(join(outdir, 'music-distribution-dev.template.json'))).toBe(true);
});

test('for a disposable stage, it prints a warning', () => {
  const { status, stderr } = runApp({ stage: 'feature-12', disposable: 'true' });
  expect(status).toBe(0);
  expect(stderr).toMatch(/^Stage "feature-12" is disposable\. .* permanently deletes .*\.\n$/);
});

test.each([
  [{ stage: 'feature-12' }, /^Stage "feature-12" is not listed .*-c disposable=true/],
  [{ stage: 'prod' }, /^Stage "prod" has no alarm address/],
  [{ stage: 'local' }, /^Stage "local" runs only locally/],
])('%j is rejected in one line, and nothing is written', (context: Record<string, string>, message) => {
  const folder = temporaryFolder();
  const { status, stdout, stderr } = runApp(context, folder);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(readdirSync(folder)).toEqual([]);
});
