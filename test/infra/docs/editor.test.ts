/** The editor settings name existing files and format like `npm run fix`. */
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { buildFolder } from '../../../bin/local/template/build-folder.ts';
import { root } from './pages.ts';

const withoutComments = (text: string) => text.replaceAll(/^\s*\/\/.*$/gm, '');
const read = (name: string): unknown =>
  JSON.parse(withoutComments(readFileSync(join(root, '.vscode', name), 'utf8')));

const launch = v.parse(
  v.object({
    configurations: v.array(
      v.object({
        name: v.string(),
        program: v.optional(v.string()),
        runtimeExecutable: v.optional(v.string()),
        args: v.optional(v.array(v.string()), []),
        outFiles: v.optional(v.array(v.string()), []),
      }),
    ),
  }),
  read('launch.json'),
).configurations;
const inProject = (path: string) => path.replace(/^\$\{workspaceFolder\}/, root);

it('editors use the format configuration of npm run fix', () => {
  const settings = v.parse(v.object({ 'biome.configurationPath': v.string() }), read('settings.json'));
  const { scripts } = v.parse(
    v.object({ scripts: v.object({ fix: v.string() }) }),
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  expect(scripts.fix).toContain(`--config-path=${settings['biome.configurationPath']} `);
});

it('launch configurations start programs that exist', () => {
  const named = launch.flatMap(({ program = [], runtimeExecutable = [] }) =>
    [program, runtimeExecutable].flat(),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !existsSync(inProject(path)))).toEqual([]);
});

it('debuggers find the bundles of functions after a start and after a reload', () => {
  const folder = buildFolder({});
  const bundles = [`${folder}/0123456789abcdef/asset.x/index.mjs`, `${folder}/reload.17/labels/index-x.mjs`];
  const patterns = launch.flatMap(({ outFiles }) => outFiles);
  expect(patterns.length).toBe(2);
  for (const pattern of patterns) {
    expect(bundles.filter((bundle) => !matchesGlob(bundle, inProject(pattern)))).toEqual([]);
  }
});
