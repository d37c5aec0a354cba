/** npm test: every check as one sentence, then all tests; the last line counts them. `npm test -- <part>` runs some tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helpWith } from '../bin/help.ts';
import { type Report, specification, unproven } from './specification.ts';

helpWith(`npm test [-- PART]: types, style, unused code, architecture and all tests, in about 14 minutes on two cores.

PART of a path runs the test files whose path contains it, such as: npm test -- test/table/functions/labels`);

const root = new URL('..', import.meta.url).pathname;
const only = process.argv.slice(2);
let passed = 0;
let failed = 0;

/** Takes every temporary file of the tests and of what they start, and is deleted with this process. */
const scratch = mkdtempSync(join(tmpdir(), 'tests-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

let isStopping = false;
let end: (signal: NodeJS.Signals) => void = () => {};
// The terminal sends Ctrl-C to the tests as well; this process only has to outlive them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true;
    if (signal === 'SIGTERM') end(signal);
  });
}

async function run(command: string, args: readonly string[]): Promise<boolean> {
  if (isStopping) return false;
  const env = { ...process.env, TMPDIR: scratch };
  const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, env, stdio: 'inherit' });
  end = (signal) => child.kill(signal);
  const [code] = await once(child, 'exit');
  return code === 0;
}

function check(sentence: string, holds: boolean): void {
  console.log(`${holds ? 'ok' : 'NOT OK'}  ${sentence}`);
  if (holds) passed += 1;
  else failed += 1;
}

if (only.length === 0) {
  check('Types hold', await run('tsc', []));
  check('Style and format hold', await run('biome', ['check', '--config-path=test/format.json', '.']));
  const knip = ['--config', 'test/knip.jsonc'];
  check('Every file, export and package has a use', await run('knip', knip));
  check('All code outside of test has a use besides tests', await run('knip', [...knip, '--production']));
}
const report = join(scratch, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const allHold = await run('vitest', ['run', '--config', 'test/vitest.config.ts', ...reporters, ...only]);
const { numPassedTests, numFailedTests, ...results } = readReport();
passed += numPassedTests;
failed += numFailedTests;
// A file that does not load fails without a failed test.
if (!allHold && numFailedTests === 0) failed += 1;
if (numPassedTests + numFailedTests === 0) check('Tests were found', false);
else if (only.length === 0) {
  const open = unproven(specification(), results);
  for (const line of open) console.log(line);
  check('Every rule of the specification has a passing test', open.length === 0);
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function readReport(): Report & { numPassedTests: number; numFailedTests: number } {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as ReturnType<typeof readReport>;
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}
