import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../infra/app.ts';
import { RejectedSetting } from '../../infra/stages/rejected-setting.ts';
import { bundled, temporaryFolder } from './synthesis.ts';

/** Runs the app with context, as the CDK command line does for `-c` arguments. */
function runApp(context: Record<string, string>) {
  const folder = temporaryFolder();
  const { status, stdout, stderr } = spawnSync('node', ['bin/app.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], CDK_OUTDIR: folder, CDK_CONTEXT_JSON: JSON.stringify(context) },
    encoding: 'utf8',
  });
  return { status, stdout, stderr, folder };
}

test('the app names the missing argument in one line without a stage, and writes nothing', () => {
  const { folder, ...ended } = runApp({});
  expect(ended).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The stage is missing. Example: npx cdk synth -c stage=dev\n',
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a disposable stage yields a warning and a cloud assembly that names the commit', async () => {
  vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify({ stage: 'feature-12', disposable: 'true' }));
  const outdir = temporaryFolder();
  const { folder } = await bundled();
  const warnings: string[] = [];
  const onWarning = (warning: string) => void warnings.push(warning);
  const app = await buildApp({ environment: {}, outdir, bundled: folder, onWarning });
  app.synth();
  expect(warnings).toEqual([
    expect.stringMatching(/^Stage "feature-12" is disposable\. .* permanently deletes .*\.$/),
  ]);
  const template = readFileSync(join(outdir, 'music-distribution-feature-12.template.json'), 'utf8');
  expect(JSON.parse(template).Outputs.Commit.Value).toMatch(/^([0-9a-f]{40}(-dirty)?|unknown)$/);
});

test.each([
  [{ stage: 'feature-12' }, /^Stage "feature-12" is not listed .*-c disposable=true/],
  [{ stage: 'prod' }, /^Stage "prod" has no alarm address/],
  [{ stage: 'local' }, /^Stage "local" runs only locally/],
  [{ stage: 'dev', disposable: 'yes' }, /^-c disposable must be true or false, not "yes"\.$/],
])('%j is rejected in one line, and nothing is written', async (context: Record<string, string>, message) => {
  vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify(context));
  const outdir = temporaryFolder();
  const build = () => buildApp({ environment: {}, outdir });
  await expect(build).rejects.toThrow(RejectedSetting);
  await expect(build).rejects.toThrow(message);
  await expect(build).rejects.not.toThrow('\n');
  expect(readdirSync(outdir)).toEqual([]);
});
