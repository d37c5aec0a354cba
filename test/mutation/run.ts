/** npm run mutate: changes the code in small ways, and counts the changes that no test notices. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helpWith } from '../../bin/help.ts';
import { type MutatedFolder, mutatedFolders } from './folders.ts';
import { type MutationReport, scoreOf, survivorsOf } from './score.ts';

helpWith(`npm run mutate [-- FOLDER | FILE ...]: mutation testing of ${mutatedFolders.map(({ name }) => name).join(', ')}.

Prints what survived, and the score of each folder. Fails below its least score. Takes from minutes (rules) to hours (all).
FILE is a source such as shared/catalogue/rules/upc.ts: mutates it alone, with the tests of its folder.`);

const root = join(import.meta.dirname, '../..');
const tools = import.meta.dirname;
const stryker = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const scratch = mkdtempSync(join(tmpdir(), 'mutation-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const asked = process.argv.slice(2);
const files = asked.filter((each) => each.endsWith('.ts'));
const chosen = mutatedFolders.filter(
  (folder) => asked.length === 0 || asked.includes(folder.name) || files.some((file) => isIn(folder, file)),
);
if (chosen.length === 0) {
  console.error(
    `None of ${asked.join(', ')} is mutated: choose from ${mutatedFolders.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
if (!existsSync(stryker)) install();

const failed = chosen.filter((folder) => {
  const sources = files.filter((file) => isIn(folder, file));
  const report = mutate(folder, sources);
  for (const line of survivorsOf(report)) console.log(line);
  const { killed, total, score } = scoreOf(report);
  console.log(
    `${folder.name}: ${score.toFixed(1)} % (${killed} of ${total} mutants; at least ${folder.leastScore} %)\n`,
  );
  return sources.length === 0 && score < folder.leastScore;
});
process.exit(failed.length === 0 ? 0 : 1);

function isIn({ sources }: MutatedFolder, file: string): boolean {
  const pattern = sources
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(.*/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`^${pattern}$`).test(file);
}

function install(): void {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tools, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** Copies the project, mutates the copy, and runs for each mutant the tests that reach it. */
function mutate({ name, sources, tests }: MutatedFolder, files: readonly string[]): MutationReport {
  const report = join(scratch, 'report.json');
  const config = join(scratch, 'stryker.json');
  const settings = {
    mutate: files.length > 0 ? files : [sources],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    tempDirName: join(scratch, 'sandbox'),
    // The version of TypeScript in use has no programming interface for reading it.
    tsconfigFile: 'none.json',
    ignorePatterns: ['.build', '.local', 'cdk.out'],
    concurrency: 2,
  };
  writeFileSync(config, JSON.stringify(settings));
  console.log(`Mutating ${name} ...`);
  const { status } = spawnSync(process.execPath, [stryker, 'run', config], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, MUTATION_TESTS: tests.join(' ') },
  });
  if (status !== 0) throw new Error(`Mutating ${name} ended with ${status}.`);
  return JSON.parse(readFileSync(report, 'utf8')) as MutationReport;
}
