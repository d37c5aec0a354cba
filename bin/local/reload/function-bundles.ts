/** Bundles functions incrementally: reads only changed sources and writes shared code once. */
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BuildOptions, Metafile, OutputFile, Plugin } from 'esbuild';
import { type BundledSettings, bundleOptions } from '../../../infra/bundle/bundle.ts';
import {
  type FeatureTexts,
  featureTexts,
  functionFeatures,
} from '../../../infra/bundle/function-features.ts';
import { filesOf, root } from '../template/synthesize.ts';

/** @param names of functions. */
export const functionBundles = (
  names: readonly string[],
  outdir: string,
  settings: BundledSettings,
): BuildOptions => {
  const options = bundleOptions(names, outdir, settings);
  return {
    ...options,
    // Splitting makes a reload several times faster, and takes a third of the memory.
    splitting: true,
    entryNames: '[dir]/[name]-[hash]',
    chunkNames: 'shared/[name]-[hash]',
    plugins: [...options.plugins, functionFeatures(changedFeatureTexts), documentation, writtenOutputs],
  };
};

/** Loads the changed declarations in a thread. If that fails, loading the functions fails as well, and says why. */
async function changedFeatureTexts(): Promise<FeatureTexts> {
  try {
    const [texts] = await once(new Worker(join(root, 'infra/bundle/feature-texts-worker.ts')), 'message');
    return texts;
  } catch {
    return featureTexts();
  }
}

/** What the site is built from: its pages, and the declarations it shows. No function imports it. */
export const siteSources = (): string[] => ['docs', 'bin/site', 'bin/openapi', 'shared'].flatMap(filesOf);

const documentation: Plugin = {
  name: 'documentation',
  setup(build) {
    build.onLoad({ filter: /\/functions\/documentation\/handler\.ts$/ }, () => {
      const watchFiles = siteSources().map((file) => join(root, file));
      return { watchFiles, watchDirs: [...new Set(watchFiles.map(dirname))] };
    });
  },
};

/**
 * Writes a build, and deletes files that neither it nor the previous build contains. esbuild would delete all
 * files when a source is broken, but functions that start then still load the previous build.
 */
const writtenOutputs: Plugin = {
  name: 'written-outputs',
  setup(build) {
    build.initialOptions.write = false;
    let older: readonly string[] = [];
    let last: readonly string[] = [];
    build.onEnd(({ errors, outputFiles = [] }) => {
      if (errors.length > 0) return;
      outputFiles.forEach(write);
      const built = outputFiles.map(({ path }) => path);
      const needed = new Set([...last, ...built]);
      for (const path of older) if (!needed.has(path)) rmSync(path, { force: true });
      older = last;
      last = built;
    });
  },
};

/** Skips existing files, because each name has a hash of the content. */
function write({ path, contents }: OutputFile): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

/** @returns the path of each function's bundle, which changes with its content. */
export function bundlesIn(outputs: Metafile['outputs']): ReadonlyMap<string, string> {
  const bundles = Object.entries(outputs).flatMap(([path, { entryPoint = '' }]) => {
    const [, name] = /^functions\/([^/]+)\/handler\.ts$/.exec(entryPoint) ?? [];
    return name === undefined ? [] : [[name, join(root, path)] as const];
  });
  return new Map(bundles);
}
