/** Bundles all functions in one esbuild call: functions/<name>/handler.ts becomes <outdir>/<name>/index.mjs, with a source map. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** @throws when a listed function has no handler. */
function entryPoint(name: string): string {
  const path = `functions/${name}/handler.ts`;
  if (!existsSync(join(root, path))) throw new Error(`The function ${name} has no ${path}.`);
  return path;
}

/** Not deployed to AWS: a function that loads its source map takes 70 ms to start instead of 55. */
export const SOURCE_MAPS = '*.map';

/** @param names of functions. @throws when a listed function has no handler. */
export function bundleOptions(names: readonly string[], outdir: string) {
  return {
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: entryPoint(name), out: `${name}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    // Keeps function names in stack traces. It costs 24 KB and no start-up time.
    minifyIdentifiers: false,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The SDK's ES modules can be tree-shaken; its CommonJS builds cannot.
    mainFields: ['module', 'main'],
    conditions: ['module'],
    alias: {
      '@aws-sdk/credential-provider-node': join(root, 'infra/bundle/environment-credentials.ts'),
      'node:http': join(root, 'infra/bundle/node-http.cts'),
      // @aws-sdk/lib-storage names them as packages of the same names are named.
      buffer: 'node:buffer',
      events: 'node:events',
      stream: 'node:stream',
      debug: join(root, 'infra/bundle/no-debug-output.ts'),
    },
    metafile: true,
    logLevel: 'warning',
  } as const satisfies BuildOptions;
}

/** @param names of functions. @returns esbuild's metafile, which lists the sources of each bundle. */
export function bundleFunctions(names: readonly string[], outdir: string) {
  return buildSync(bundleOptions(names, outdir)).metafile;
}
