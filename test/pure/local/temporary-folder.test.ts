/** A start beside a temporary folder that cannot be written to says which setting helps. */
import { afterEach, expect, it, vi } from 'vitest';
import { startLocalStage } from '../../../bin/local/start.ts';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';

afterEach(() => vi.unstubAllEnvs());

it.each(['/proc', '/missing/folder'])('a start with TMPDIR=%s ends before any work', async (folder) => {
  vi.stubEnv('TMPDIR', folder);
  const phases: string[] = [];
  const started = startLocalStage({ onPhase: (phase) => phases.push(phase) });
  await expect(started).rejects.toThrow(RejectedSetting);
  await expect(started).rejects.toThrow(
    new RegExp(`^The temporary folder ${folder} cannot be written to: .*Set TMPDIR to a writable folder\\.$`),
  );
  expect(phases).toEqual([]);
});
