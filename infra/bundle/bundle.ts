/** Bundles functions/<name>/handler.ts to <outdir>/<name>/index.mjs, all in one esbuild call. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync, stop } from 'esbuild';
import type { Settings } from '../../shared/platform/settings.ts';

const root = join(import.meta.dirname, '../..');

/** @throws Error if the function has no handler. */
function entryPoint(name: string): string {
  const path = `functions/${name}/handler.ts`;
  if (!existsSync(join(root, path))) throw new Error(`The function ${name} has no handler ${path}.`);
  return path;
}

/** Not deployed to AWS, because loading a source map adds 15 ms to the start of a function. */
export const SOURCE_MAPS = '*.map';

/** An import of another export fails, and is added to the file. */
const builtIns = {
  'node:http': join(root, 'infra/bundle/node-http.cts'),
  'node:net': join(root, 'infra/bundle/node-net.ts'),
  'node:process': join(root, 'infra/bundle/node-process.ts'),
  'node:util': join(root, 'infra/bundle/node-util.ts'),
};

/** The settings of a stage that decide what its bundles contain. */
export type BundledSettings = Pick<Settings, 'decodesAac'>;

/** @param names of functions. @throws Error if a function has no handler. */
export function bundleOptions(names: readonly string[], outdir: string, { decodesAac }: BundledSettings) {
  return {
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: entryPoint(name), out: `${name}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    // Keeps function names in stack traces. This costs 24 KB, but no start-up time.
    minifyIdentifiers: false,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Unlike its CommonJS builds, the SDK's ES modules can be tree-shaken.
    mainFields: ['module', 'main'],
    conditions: ['module'],
    alias: {
      '@aws-sdk/credential-provider-node': join(root, 'infra/bundle/environment-credentials.ts'),
      '@aws-sdk/endpoint-cache': join(root, 'infra/bundle/no-endpoint-cache.ts'),
      '@smithy/core/event-streams': join(root, 'infra/bundle/no-event-streams.ts'),
      ...builtIns,
      // @aws-sdk/lib-storage imports these built-ins without the prefix, like packages.
      buffer: 'node:buffer',
      events: 'node:events',
      stream: 'node:stream',
      debug: join(root, 'infra/bundle/no-debug-output.ts'),
      '#chromaprint-binary': join(root, 'infra/bundle/chromaprint-binary.ts'),
      '#aac-package': join(
        root,
        decodesAac ? 'shared/audio/decoding/aac-package.ts' : 'infra/bundle/without-aac.ts',
      ),
    },
    loader: { '.wasm': 'binary' },
    metafile: true,
    logLevel: 'warning',
  } as const satisfies BuildOptions;
}

/** @param names of functions. @returns esbuild's metafile with the sources of each bundle. */
export function bundleFunctions(names: readonly string[], outdir: string, settings: BundledSettings) {
  try {
    return buildSync(bundleOptions(names, outdir, settings)).metafile;
  } finally {
    // esbuild's process would stay, with 600 MB.
    void stop();
  }
}
