import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './synthesis.ts';

const outdir = temporaryFolder();

/** What the CDK command line does with `-c` arguments. */
const runApp = (context: Record<string, string>) =>
  spawnSync('node', ['bin/app.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) },
    encoding: 'utf8',
  });

test('without the name of a stage, the app says what to type', () => {
  const { status, stderr } = runApp({});
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Name a stage, such as: npx cdk synth -c stage=dev\n',
  });
});

test('with one, it writes the cloud assembly where it is asked to', () => {
  const { status, stderr } = runApp({ stage: 'feature-12' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(existsSync(join(outdir, 'music-distribution-feature-12.template.json'))).toBe(true);
});
