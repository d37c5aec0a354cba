/** How functions are bundled again and again: only what has changed is read, and code that they share is written once. */
import { dirname, join } from 'node:path';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { bundleOptions } from '../../bundle/bundle.ts';
import { filesOf, root } from '../template/synthesize.ts';

/** @param names of functions. */
export const functionBundles = (names: readonly string[], outdir: string): BuildOptions => ({
  ...bundleOptions(names, outdir),
  // Splitting makes a reload several times faster, and takes a third of the memory.
  splitting: true,
  entryNames: '[dir]/[name]-[hash]',
  chunkNames: 'shared/[name]-[hash]',
  plugins: [documentation],
});

/** The site, which no module imports. */
export const siteSources = (): string[] => ['docs', 'infra/documentation'].flatMap(filesOf);

const documentation: Plugin = {
  name: 'documentation',
  setup(build) {
    build.onLoad({ filter: /\/functions\/documentation\/handler\.ts$/ }, () => {
      const watchFiles = siteSources().map((file) => join(root, file));
      return { watchFiles, watchDirs: [...new Set(watchFiles.map(dirname))] };
    });
  },
};

/** @returns the path of each function's bundle, another one whenever its content is another. */
export function bundlesIn(outputs: Metafile['outputs']): ReadonlyMap<string, string> {
  const bundles = Object.entries(outputs).flatMap(([path, { entryPoint = '' }]) => {
    const [, name] = /^functions\/([^/]+)\/handler\.ts$/.exec(entryPoint) ?? [];
    return name === undefined ? [] : [[name, join(root, path)] as const];
  });
  return new Map(bundles);
}
