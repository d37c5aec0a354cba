/** `npm test` counts the tests, also with other reporters. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

it('a run with a JSON reporter writes the JSON and ends with the number of tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  try {
    const file = join(folder, 'report.json');
    const options = ['test/pure/kit/values/money', '--reporter=json', `--outputFile=${file}`];
    const { TEST_REPORT: _, ...env } = process.env;
    const said = execFileSync(process.execPath, ['test/run.ts', ...options], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    const { numPassedTests } = JSON.parse(readFileSync(file, 'utf8'));
    expect(numPassedTests).toBeGreaterThan(0);
    expect(said.trim().split('\n').at(-1)).toBe(`${numPassedTests} passed, 0 failed`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
