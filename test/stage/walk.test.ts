/** Plays the walk of README, and that of the guide, each as one paste. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Launched, launch } from '../support/launch.ts';
import { walks } from '../support/walk/expectations.ts';
import { playSteps, walkSteps } from '../support/walk/walk.ts';
import { startWalkthrough } from '../support/walk/walkthrough.ts';
import { copyDemoData } from './shared-stage.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'walk-'));
let stage: Launched;
beforeAll(async () => {
  await copyDemoData(dataDirectory);
  stage = await launch({ DATA_DIR: dataDirectory });
});
afterAll(async () => {
  await stage?.interrupt();
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe('the commands', () => {
  it.each(walks)('work when pasted as a whole from $file', async (walk) => {
    const shell = await startWalkthrough({ ...stage, dataDirectory });
    await playSteps(shell, walkSteps(walk), 150_000);
  });
});
