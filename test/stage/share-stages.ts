/** Set-up of the tests of the local stage: two stages for all tests that do not start, end or restart one themselves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { synthesize } from '../../infra/local/template/synthesize.ts';
import { launch } from '../support/launch.ts';
import { shareParts } from '../support/shared-parts.ts';
import { signIn } from '../support/sign-in.ts';

/**
 * The stage `demo` has the demo organization, and the default settings. The stage `empty` has nothing, hardly any limits,
 * short waits, and no sweep while tests run.
 */
const settings: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  demo: {},
  empty: {
    NO_DEMO: '1',
    RATE_LIMIT_READS: '100000',
    RATE_LIMIT_WRITES: '100000',
    SANDBOX_REPORT_SECONDS: '0.5',
    DELIVERY_RETRY_GAPS: '0.5,0.5',
    SWEEP_SECONDS: '3600',
  },
};

export default async function shareStages({ provide }: TestProject) {
  // Otherwise, each of the first stages that start would build the same.
  await synthesize(process.env);
  const folder = mkdtempSync(join(tmpdir(), 'stages-'));
  const { address, end } = await shareParts(async (name) => {
    const dataDirectory = join(folder, name);
    // Tests of many functions take turns, and would load them again and again.
    const more = { DATA_DIR: dataDirectory, MAX_ENVIRONMENTS: '60' };
    const { url, awsUrl, interrupt } = await launch({ ...more, ...settings[name] });
    const token = name === 'demo' ? await signIn(url) : undefined;
    return { value: { url, awsUrl, dataDirectory, token }, end: interrupt };
  });
  provide('stages', address);
  return async () => {
    await end();
    rmSync(folder, { recursive: true });
  };
}
