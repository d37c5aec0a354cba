/** The notices name the licences of the contents of the service. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './pages.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const notices = read('docs/notices.md');
const manifest = JSON.parse(read('package.json'));
function licenceOf(name: string): string {
  const { license, licenses } = JSON.parse(read(`node_modules/${name}/package.json`));
  // Packages from before npm had one licence for each.
  return license ?? licenses[0].type;
}

it('the package is private and unlicensed', () => {
  expect(manifest).toMatchObject({ license: 'UNLICENSED', private: true });
});

it.each(Object.keys(manifest.dependencies))(
  'the package %s has the licence stated in the notices',
  (name) => {
    expect(notices).toContain(`| \`${name}\` | ${licenceOf(name)} |`);
  },
);

it.each([
  'vitepress',
  'vue',
  'minisearch',
  '@dagrejs/dagre',
  'saxes',
  ...Object.keys(manifest.optionalDependencies),
])('the tool %s has the licence stated in the notices', (name) => {
  // The engine is not installed on every system.
  if (existsSync(join(root, 'node_modules', name))) {
    expect(notices).toContain(`| \`${name}\` | ${licenceOf(name)} |`);
  }
});

it('bundled transitive packages have the licences stated in the notices', () => {
  const recorded: Record<string, object> = JSON.parse(read('test/infra/bundle-sizes.json'));
  const parts = new Set(Object.values(recorded).flatMap((sizes) => Object.keys(sizes)));
  const names = [...parts].filter((part) => existsSync(join(root, 'node_modules', part)));
  expect(names).toContain('strtok3');
  const brought = names.filter((name) => !(name in manifest.dependencies));
  expect(
    brought.filter((name) => !['MIT', 'Apache-2.0', 'BSD-3-Clause', 'Unlicense'].includes(licenceOf(name))),
  ).toEqual([]);
});

it.each(['countries-list', 'cldr-core', 'iso-639-1'])(
  'the data of %s has the notice of its licence',
  (name) => {
    const row = notices.split('\n').find((line) => line.includes(`| ${name}, `)) ?? '';
    expect(row).toContain(`| ${licenceOf(name)} |`);
    const [, holder = ''] = /© ([^|]+?) \|/.exec(row) ?? [];
    const [lastWord = ''] = holder.split(' ').slice(-1);
    expect(read(`node_modules/${name}/LICENSE`)).toContain(lastWord);
  },
);
