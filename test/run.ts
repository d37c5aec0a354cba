/** npm test: every check as one sentence, then all tests; the last line counts them. `npm test -- <part>` runs some tests. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const only = process.argv.slice(2);
let passed = 0;
let failed = 0;

function run(command: string, args: readonly string[]): boolean {
  return (
    spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' }).status === 0
  );
}

function check(sentence: string, holds: boolean): void {
  console.log(`${holds ? 'ok' : 'NOT OK'}  ${sentence}`);
  if (holds) passed += 1;
  else failed += 1;
}

if (only.length === 0) {
  check('Types hold', run('tsc', []));
  check('Style and format hold', run('biome', ['check', '--config-path=test/format.json', '.']));
}
const report = join(mkdtempSync(join(tmpdir(), 'tests-')), 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const allHold = run('vitest', ['run', '--config', 'test/vitest.config.ts', ...reporters, ...only]);
const { numPassedTests = 0, numFailedTests = 0 } = readReport();
passed += numPassedTests;
failed += numFailedTests;
// A file that does not load fails without a failed test.
if (!allHold && numFailedTests === 0) failed += 1;
if (numPassedTests + numFailedTests === 0) check('Tests were found', false);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function readReport(): { numPassedTests?: number; numFailedTests?: number } {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  } catch {
    return {};
  }
}
