/** npm run mutate -- console: changes each expression of the console's templates, and runs what must notice. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutantsOf, type PageMutant } from './page-mutants.ts';
import { isInSample, type Sample } from './sample.ts';

const root = join(import.meta.dirname, '../..');
export const PAGES = 'console';
const folder = 'bin/operator/console/page';
/** Those that play the stage. */
const tests = ['acted', 'decisions', 'queue', 'release', 'shown', 'states'].map(
  (name) => `test/stage/console-${name}.test.ts`,
);
const copied = [
  'bin',
  'docs',
  'functions',
  'infra',
  'shared',
  'test',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** @returns whether tests or types notice each fault. Prints which they do not. */
export function mutatePages(sample: Sample): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'pages-'));
  try {
    for (const each of copied) cpSync(join(root, each), join(copy, each), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const all = readdirSync(join(copy, folder))
      .filter((name) => name.endsWith('.vue'))
      .flatMap((name) => mutantsOf(join(copy, folder, name)));
    const chosen = all.filter(({ file, line, kind, from }) =>
      isInSample(`${file.slice(copy.length)} ${line} ${kind} ${from}`, sample),
    );
    console.log(`Mutating ${chosen.length} of ${all.length} expressions of pages ...`);
    if (noticing(copy) !== undefined) throw new Error('Tests of pages fail without a fault.');
    const noticed = chosen.filter((mutant) => isNoticed(mutant, copy));
    console.log(`${PAGES}: ${noticed.length} of ${chosen.length} mutants were noticed\n`);
    return noticed.length === chosen.length;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function isNoticed({ file, line, kind, from, to, source }: PageMutant, copy: string): boolean {
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, source);
  const noticedBy = noticing(copy);
  writeFileSync(file, whole);
  const place = `${file.slice(copy.length + 1)}:${line}`;
  console.log(`${noticedBy ?? 'survived'} ${place} ${kind} ${to.replaceAll(/\s+/g, ' ')}   of: ${from}`);
  return noticedBy !== undefined;
}

const checks = [
  {
    name: 'tests',
    program: 'vitest',
    args: ['run', '--config', 'test/mutation/pages.config.ts', '--bail=1'],
  },
  {
    name: 'types',
    program: 'node',
    args: ['test/vue-types.cjs', '--preserveSymlinks', '--project', 'test/pages.json'],
  },
];

/** @returns what fails first. */
const noticing = (copy: string): string | undefined =>
  checks.find(({ program, args }) => {
    const env = { ...process.env, MUTATION_TESTS: tests.join(' ') };
    return (
      spawnSync(join(copy, 'node_modules/.bin', program), args, { cwd: copy, env, stdio: 'ignore' })
        .status !== 0
    );
  })?.name;
