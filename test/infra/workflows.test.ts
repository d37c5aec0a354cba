/** The workflows run existing programs, with read-only permissions. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutatedFolders } from '../mutation/folders.ts';
import { tiers } from '../vitest.config.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('.github/**/*.yml', { cwd: root });
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflows = files.filter((file) => file.startsWith('.github/workflows/'));
const { scripts, devDependencies } = JSON.parse(read('package.json'));
const matches = (file: string, pattern: RegExp): string[] =>
  Array.from(read(file).matchAll(pattern), ([, found = '']) => found);

describe.each(files)('%s', (file) => {
  it('pins actions to a commit, with the version in a comment', () => {
    const used = matches(file, /uses: (.+)/g).filter((action) => !action.startsWith('./'));
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      [],
    );
  });

  it('runs only scripts and programs of the project', () => {
    const unknown = matches(file, /npm run (?:-s )?([\w:-]+)/g).filter((name) => !(name in scripts));
    expect(unknown).toEqual([]);
    const bins: Readonly<Record<string, string>> = { tsc: 'typescript', biome: '@biomejs/biome' };
    const programs = matches(file, /npx ([\w-]+)/g).map((name) => bins[name] ?? name);
    expect(programs.filter((name) => !(name in devDependencies))).toEqual([]);
  });
});

describe.each(workflows)('%s', (file) => {
  it('has read permission for the repository only', () => {
    expect(read(file)).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(matches(file, /(permissions:)/g)).toHaveLength(1);
    expect(read(file)).not.toMatch(/secrets\.|pull_request_target|github\.token/);
    expect(matches(file, /(actions\/checkout)@/g).length).toBe(
      matches(file, /(persist-credentials: false)/g).length,
    );
  });

  it('limits the time of each job', () => {
    expect(matches(file, /^ {4}(timeout-minutes):/gm).length).toBe(matches(file, /^ {4}(runs-on):/gm).length);
  });
});

it('a pull request runs the tests of every project', () => {
  const [projects = ''] = matches('.github/workflows/pull-request.yml', /project: \[(.+)\]/g);
  expect(projects.split(', ')).toEqual(tiers);
  expect(matches('.github/workflows/pull-request.yml', /run: npm run test:long(.*) \$/g)).toEqual([
    ' -- --project',
  ]);
});

it('only the nightly workflow checks all packages for known vulnerabilities', () => {
  const audits = matches('.github/workflows/nightly.yml', /run: npm (audit(?: --\S+)*)$/gm);
  expect(audits).toEqual(['audit --omit=dev', 'audit --audit-level=critical']);
  // The checks of a change give the same result whatever has been reported since.
  const others = ['.ci/run', '.github/workflows/pull-request.yml'];
  expect(others.flatMap((file) => matches(file, /npm audit (?!signatures)(.*)/g))).toEqual([]);
});

it('the nightly workflow measures the tests of each mutated folder', () => {
  const [folders = ''] = matches('.github/workflows/nightly.yml', /folder: \[(.+)\]/g);
  expect(folders.split(', ')).toEqual(mutatedFolders.map(({ name }) => name));
});
