/** npm run mutate: changes the code in small ways, and counts the changes that no test notices. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { helpWith } from '../../bin/help.ts';
import { type MutatedFolder, mutatedFolders } from './folders.ts';
import { mutatePages, PAGES } from './pages.ts';
import { isInSample, type Sample } from './sample.ts';
import { type MutationReport, scoreOf, survivorsOf } from './score.ts';

helpWith(`npm run mutate [-- FOLDER | FILE ...] [--sample PERCENT [--seed N]]: mutation testing of ${[...mutatedFolders.map(({ name }) => name), PAGES].join(', ')}.

Prints what survived, and the score of each folder. A whole folder fails below its least score. Takes from minutes (rules) to hours (all).
FILE is a source such as shared/catalogue/rules/upc.ts: mutates it alone, with the tests of its folder.
--sample runs a random part of the mutants, and prints the score with its 95 % margin and the seed that chooses the same part again.`);

const root = join(import.meta.dirname, '../..');
const tools = import.meta.dirname;
const stryker = join(tools, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const scratch = mkdtempSync(join(tmpdir(), 'mutation-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const { positionals: asked, values: options } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '100' }, seed: { type: 'string' } },
});
const sample: Sample = {
  percent: Number(options.sample),
  seed: Number(options.seed ?? Math.floor(Math.random() * 1e6)),
};
if (!(sample.percent > 0 && Number.isInteger(sample.seed))) {
  console.error('--sample is a percentage, and --seed a whole number.');
  process.exit(2);
}
if (sample.percent < 100) console.log(`A sample of ${sample.percent} % (--seed ${sample.seed})`);
if (asked.includes(PAGES)) process.exit(mutatePages(sample) ? 0 : 1);
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
  const counted = inSample(report);
  for (const line of survivorsOf(counted)) console.log(line);
  const { killed, total, score, margin } = scoreOf(counted);
  const share = `${score.toFixed(1)} %${sample.percent < 100 ? ` ± ${margin.toFixed(1)}` : ''}`;
  console.log(`${folder.name}: ${share} (${killed} of ${total} mutants; at least ${folder.leastScore} %)\n`);
  return sources.length === 0 && sample.percent >= 100 && score < folder.leastScore;
});
process.exit(failed.length === 0 ? 0 : 1);

function isIn({ sources }: MutatedFolder, file: string): boolean {
  const pattern = sources
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(.*/)?')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`^${pattern}$`).test(file);
}

/** The report of any sample has the mutants that no test reaches. */
function inSample({ files }: MutationReport): MutationReport {
  const chosenOf = ({ source, mutants }: MutationReport['files'][string]) => ({
    source,
    mutants: mutants.filter(({ id }) => isInSample(id, sample)),
  });
  return { files: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, chosenOf(file)])) };
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
    plugins: ['@stryker-mutator/vitest-runner', join(tools, 'sample.ts')],
    checkers: sample.percent < 100 ? ['sample'] : [],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    tempDirName: join(scratch, 'sandbox'),
    // The version of TypeScript in use has no programming interface for reading it.
    tsconfigFile: 'none.json',
    ignorePatterns: ['.build', '.local', 'cdk.out'],
    concurrency: availableParallelism(),
    // A run that times out counts as noticed, and must not do so because the machine is busy.
    timeoutMS: 60_000,
  };
  writeFileSync(config, JSON.stringify(settings));
  console.log(`Mutating ${name} ...`);
  const { status } = spawnSync(process.execPath, [stryker, 'run', config], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, MUTATION_TESTS: tests.join(' '), MUTATION_SAMPLE: JSON.stringify(sample) },
  });
  if (status !== 0) throw new Error(`Mutating ${name} ended with ${status}.`);
  return JSON.parse(readFileSync(report, 'utf8')) as MutationReport;
}
