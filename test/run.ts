/** npm test: every check as one sentence, then the tests within a budget. The last line counts them. With arguments, some tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helpWith } from '../bin/help.ts';
import { type CountedReport, specification, unproven } from './specification.ts';

/** More than what two slow cores need. A machine that needs longer names another: TEST_BUDGET_SECONDS. */
const BUDGET_SECONDS = 1080;

const IN_MEMORY = '/dev/shm';
/** Several times what the tests write. */
const SCRATCH_BYTES = 6e9;

helpWith(`npm test: types, style, unused code, architecture and tests, in about twelve minutes on two cores. Each run tries the same.
npm test -- PART...            runs the test files whose path contains one of the parts, such as test/table/catalogue/labels
npm test -- --project pure     runs one kind of tests: pure, loopback, table, pipeline, stage or infra. Options are those of
                               Vitest
npm run check                  only the five checks: types, types of pages, style and unused code, in about 20 seconds
npm run test:long              also runs the longest files (test/scenarios.ts) and the tests of client libraries, with every
                               crash step and random inputs of the day, as long as it takes

TEST_BUDGET_SECONDS=1500       lets all tests take longer than ${BUDGET_SECONDS} seconds, on a slow machine`);

const root = new URL('..', import.meta.url).pathname;
const only = process.argv.slice(2).filter((argument) => !['--long', '--checks'].includes(argument));
const isChecksOnly = process.argv.includes('--checks');
/** Tests that do more on occasion look for the variable. */
if (process.argv.includes('--long')) process.env['LONG'] = '1';
const isLong = Boolean(process.env['LONG']);
const budgetSeconds = Number(process.env['TEST_BUDGET_SECONDS'] || BUDGET_SECONDS);
let passed = 0;
let failed = 0;

/** Takes every temporary file of the tests and of what they start, and is deleted with this process. */
const scratch = mkdtempSync(join(scratchParent(), 'tests-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

let isStopping = false;
const running = new Set<ChildProcess>();
// The terminal sends Ctrl-C to the children as well; this process only has to outlive them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true;
    if (signal === 'SIGTERM') for (const child of running) child.kill(signal);
  });
}

/** @param output 'pipe' prints what the command writes when it has ended, if it failed. */
async function run(
  command: string,
  args: readonly string[],
  output: 'inherit' | 'pipe' = 'inherit',
): Promise<boolean> {
  if (isStopping) return false;
  const env = { ...process.env, TMPDIR: scratch };
  const stdio = ['inherit', output, output] as const;
  const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, env, stdio: [...stdio] });
  running.add(child);
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
    });
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code !== 0) console.log(written);
  return code === 0;
}

/** In memory where there is room: engines write half as fast on a disk, and wait for it. */
function scratchParent(): string {
  if (process.env['TMPDIR'] || !existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > SCRATCH_BYTES ? IN_MEMORY : tmpdir();
}

function check(sentence: string, holds: boolean): void {
  console.log(`${holds ? 'ok' : 'NOT OK'}  ${sentence}`);
  if (holds) passed += 1;
  else failed += 1;
}

const knip = ['--config', 'test/knip.jsonc'];
const checks = [
  ['Types hold', 'tsc', []],
  ['Types of pages hold', 'node', ['test/vue-types.cjs', '--project', 'test/pages.json']],
  ['Style and format hold', 'biome', ['check', '--config-path=test/format.json', '.']],
  ['Every file, export and package has a use', 'knip', knip],
  ['All code outside of test has a use besides tests', 'knip', [...knip, '--production']],
] as const;

if (only.length === 0) {
  const limit = isLong ? 'all the time they need' : `at most ${budgetSeconds} seconds`;
  const thenTests = isChecksOnly ? '' : `, and then the tests ${limit}`;
  console.log(`Five checks take about 20 seconds on two cores${thenTests}.\n`);
  await Promise.all(
    checks.map(async ([sentence, command, args]) => check(sentence, await run(command, args, 'pipe'))),
  );
}
if (isChecksOnly) end();
const report = join(scratch, 'report.json');
process.env['TEST_REPORT'] = report;
// For test/vitest.config.ts.
if (!isLong && only.length === 0) process.env['SCENARIOS'] = 'none';
const start = performance.now();
const allHold = await run('vitest', [
  'run',
  '--config',
  'test/vitest.config.ts',
  '--reporter=./test/reporter.ts',
  ...only,
]);
const tookSeconds = Math.round((performance.now() - start) / 1000);
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
  if (!isLong) checkBudget();
}

end();

function end(): never {
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

function checkBudget(): void {
  const isWithin = tookSeconds <= budgetSeconds;
  check(`The tests take at most ${budgetSeconds} seconds: they took ${tookSeconds}`, isWithin);
  if (isWithin) return;
  console.log(
    'Make the slowest files above cheaper, or move what need not run on every change behind LONG=1 (npm run test:long).\n' +
      'On a slow or busy machine, run: TEST_BUDGET_SECONDS=1500 npm test',
  );
}

function readReport(): CountedReport {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as CountedReport;
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}
