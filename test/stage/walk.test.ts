/** Plays the walk in the README as one paste. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Launched, launch } from '../support/launch.ts';
import { playSteps, walkSteps } from '../support/walk/walk.ts';
import { startWalkthrough } from '../support/walk/walkthrough.ts';
import { copyDemoData } from './shared-stage.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'walk-'));
let stage: Launched | undefined;
afterAll(async () => {
  await stage?.interrupt();
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe('the walk in the README', () => {
  it('works when it is pasted as a whole', async () => {
    const steps = walkSteps();
    expect(steps).toHaveLength(20);
    await copyDemoData(dataDirectory);
    stage = await launch({ DATA_DIR: dataDirectory });
    const shell = await startWalkthrough({ ...stage, dataDirectory });
    await playSteps(shell, steps, 150_000);
  });
});
