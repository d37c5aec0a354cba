/**
 * Set-up of the tests of the local stage: what they share, unless they start, end or restart a stage
 * themselves.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { buildSite } from '../../bin/local/documentation/build-site.ts';
import { synthesize } from '../../bin/local/template/synthesize.ts';
import { operateOn } from '../support/command-line.ts';
import { type Launched, launch } from '../support/launch.ts';
import { madeBy, type Part, shareParts } from '../support/shared-parts.ts';
import { signIn } from '../support/sign-in.ts';
import { sharedPages } from './shared-pages.ts';

const IMPORT_MILLISECONDS = 200_000;
const POLL_MILLISECONDS = 200;

export default async function shareStages({ provide }: TestProject) {
  // Files of other tiers run in the meantime. Those of stages wait for it (await-build.ts): each would build the same.
  const build = synthesize(process.env).then((assembly) => buildSite(assembly, { environment: process.env }));
  build.catch(() => {});
  const folder = mkdtempSync(join(tmpdir(), 'stages-'));
  const makers: Readonly<Record<string, () => Promise<Part>>> = {
    'demo-data': () => makeDemoData(join(folder, 'demo-data')),
    demo: () => startDemo(join(folder, 'demo')),
    empty: () => startEmpty(join(folder, 'empty')),
    build: () => build.then(() => ({ value: {} })),
    ...sharedPages,
  };
  const { address, end } = await shareParts(madeBy(makers));
  provide('stages', address);
  return async () => {
    await end();
    await Promise.allSettled([build]);
    rmSync(folder, { recursive: true });
  };
}

/** The data directory of a stage that has ended. Creating the demo takes most of its first start. */
async function makeDemoData(dataDirectory: string): Promise<Part> {
  const stage = await launch({ DATA_DIR: dataDirectory });
  await untilImported(stage);
  await stage.interrupt();
  return { value: { dataDirectory } };
}

/** An interrupted import would only go on when its claim ends. */
async function untilImported({ awsUrl }: Launched): Promise<void> {
  const deadline = performance.now() + IMPORT_MILLISECONDS;
  const show = ['show-usage-import', 'demo-stores.csv', '--json'];
  while (!(await operateOn(awsUrl, show)).output.includes('"state":"done"')) {
    if (performance.now() > deadline) throw new Error('The usage of the demo is not imported.');
    await setTimeout(POLL_MILLISECONDS);
  }
}

/**
 * A stage with the demo organization, and the default settings, except that tests sign in more often than a
 * person does. Its page shows how it created the demo.
 */
async function startDemo(dataDirectory: string): Promise<Part> {
  const { url, awsUrl, leftFile, interrupt } = await launch({
    DATA_DIR: dataDirectory,
    RATE_LIMIT_LOGINS: '1000',
  });
  return { value: { url, awsUrl, dataDirectory, leftFile, token: await signIn(url) }, end: interrupt };
}

/** A stage that has nothing, hardly any limits, short waits, and no sweep while tests run. */
async function startEmpty(dataDirectory: string): Promise<Part> {
  const { url, awsUrl, leftFile, interrupt } = await launch({
    DATA_DIR: dataDirectory,
    NO_DEMO: '1',
    RATE_LIMIT_READS: '100000',
    RATE_LIMIT_WRITES: '100000',
    SANDBOX_REPORT_SECONDS: '0.5',
    DELIVERY_RETRY_GAPS: '0.5,0.5',
    SWEEP_SECONDS: '3600',
  });
  return { value: { url, awsUrl, dataDirectory, leftFile }, end: interrupt };
}
