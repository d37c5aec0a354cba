/** The commit that a deployment has, as an output of the stack. Operators compare it with earlier commits. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** @returns its hash, with `-dirty` if files differ from it; `unknown` outside of a clone. */
export function currentCommit(): string {
  const { status, stdout } = spawnSync(
    'git',
    ['-C', root, 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'],
    { encoding: 'utf8' },
  );
  return status === 0 ? stdout.trim() : 'unknown';
}
