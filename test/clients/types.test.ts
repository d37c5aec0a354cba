/**
 * The code of this folder, with the packages that it uses. They are installed on demand, so the check of all other code omits
 * the files that import them.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the clients in this folder pass the type check', { timeout: 120_000 }, () => {
  const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
  const { stdout } = spawnSync(tsc, ['-p', import.meta.dirname], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
