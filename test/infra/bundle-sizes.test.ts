/**
 * Holds the size of what each function loads when it starts. Its start depends on that, because Node parses all of it.
 * `RECORD_BUNDLES=1 npm test -- test/infra/bundle-sizes.test.ts` records the present sizes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { loadedAtStart } from '../support/loaded-at-start.ts';
import { bundled } from './synthesis.ts';

/** Kilobytes by package, or by folder of our own. */
type Sizes = Readonly<Record<string, number>>;
type Inputs = Metafile['outputs'][string]['inputs'];

const recordedFile = join(import.meta.dirname, 'bundle-sizes.json');
const { folder: bundles, metafile } = await bundled();
const { inputs: sources, outputs } = metafile;
const ofBundles = new Map(
  Object.entries(outputs).flatMap(([path, { entryPoint }]) => {
    const [, name] = /([^/]+)\/index\.mjs$/.exec(path) ?? [];
    if (!name || !entryPoint) return [];
    const inputs: Inputs = Object.assign({}, ...loadedAtStart(name, metafile).map((file) => file.inputs));
    return [[name, { inputs, entryPoint }] as const];
  }),
);
const sizes = Object.fromEntries(Array.from(ofBundles, ([name, { inputs }]) => [name, sizesOf(inputs)]));
if (process.env['RECORD_BUNDLES']) writeFileSync(recordedFile, `${JSON.stringify(sizes, null, 2)}\n`);
const recorded: Record<string, Sizes> = JSON.parse(readFileSync(recordedFile, 'utf8'));

/** @example partOf('node_modules/jose/dist/index.js') // 'jose' */
function partOf(path: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  return name ?? path.split('/').slice(0, 3).join('/');
}

function sizesOf(inputs: Inputs): Sizes {
  const parts = Map.groupBy(Object.entries(inputs), ([path]) => partOf(path));
  const bytes = Array.from(parts, ([part, modules]): [string, number] => [
    part,
    modules.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
  ]);
  const rounded = bytes.map(([part, sum]) => [part, Math.round(sum / 1000)] as const);
  return Object.fromEntries(rounded.filter(([, size]) => size > 0).sort());
}

/** There is room for a declaration or a rule. */
const roomFor = (kilobytes: number): number => kilobytes * 1.05 + 4;

const total = (all: Sizes = {}): number => Object.values(all).reduce((sum, size) => sum + size, 0);

/** @returns each part that has grown too much, with the modules through which the handler imports it. */
function grown(name: string): string[] {
  const { [name]: now = {} } = sizes;
  const isLarge = total(now) > roomFor(total(recorded[name]));
  return Object.entries(now).flatMap(([part, size]) => {
    const before = recorded[name]?.[part] ?? 0;
    const most = isLarge ? before : roomFor(before);
    return size <= most ? [] : `${part}: ${before} -> ${size} KB, by ${importsOf(name, part)}`;
  });
}

/** @returns the shortest way from the handler to the part's largest module. */
function importsOf(name: string, part: string): string {
  const { inputs = {}, entryPoint = '' } = ofBundles.get(name) ?? {};
  const [largest] = Object.entries(inputs)
    .filter(([path]) => partOf(path) === part)
    .toSorted(([, one], [, other]) => other.bytesInOutput - one.bytesInOutput);
  const importers = new Map([[entryPoint, '']]);
  for (const importer of importers.keys()) {
    for (const { path, external } of sources[importer]?.imports ?? []) {
      if (!external && !importers.has(path)) importers.set(path, importer);
    }
  }
  const way: string[] = [];
  for (let path = largest?.[0]; path; path = importers.get(path)) way.unshift(path);
  return way.join(' > ');
}

test.each([...ofBundles.keys()])('no part of the bundle of %s has grown', (name) => {
  expect(grown(name)).toEqual([]);
});

test('SDK modules are not wrapped in functions, because Node would parse them twice', () => {
  const wrapped = [...ofBundles.keys()].filter((name) => {
    const text = readFileSync(join(bundles, name, 'index.mjs'), 'utf8');
    return text.split('__esm(').length > 3;
  });
  expect(wrapped).toEqual([]);
});
