/** The code of this folder, which the check of all other code omits: most packages that it uses are installed on demand. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the clients in this folder pass the type check', { timeout: 120_000 }, () => {
  const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
  const { stdout } = spawnSync(tsc, ['-p', import.meta.dirname], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
