/** The temporary folder of this machine, in which the build and stages that keep nothing have their files. */
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';

/** @throws RejectedSetting when it cannot be written to. The build would fail with a tool's error. */
export function checkTemporaryFolder(): void {
  const folder = tmpdir();
  try {
    rmdirSync(mkdtempSync(join(folder, 'music-distribution-')));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RejectedSetting(
      `The temporary folder ${folder} cannot be written to: ${reason}. Set TMPDIR to a writable folder.`,
    );
  }
}
