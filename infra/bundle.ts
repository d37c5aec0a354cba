/** All functions from one esbuild call: functions/<name>/handler.ts becomes <outdir>/<name>/index.mjs, with its source map. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** @throws when a function is listed, or a group declared, that nobody wrote. */
function entryPoint(name: string): string {
  const path = `functions/${name}/handler.ts`;
  if (!existsSync(join(root, path))) throw new Error(`The function ${name} has no ${path}.`);
  return path;
}

/** Beside each bundle. They are not deployed to AWS: a function that reads its map starts 15 ms later (70 instead of 55). */
export const SOURCE_MAPS = '*.map';

/** What the functions are made of is listed by esbuild's metafile, which is returned. */
export function bundleFunctions(names: readonly string[], outdir: string) {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: entryPoint(name), out: `${name}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    // Stack traces have the names of functions: 24 KB more to load, and no longer to start.
    minifyIdentifiers: false,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The SDK's ES modules, which unlike its CommonJS builds let go of what is not used.
    mainFields: ['module', 'main'],
    conditions: ['module'],
    alias: {
      '@aws-sdk/credential-provider-node': join(root, 'infra/environment-credentials.ts'),
      'node:http': join(root, 'infra/node-http.cts'),
    },
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}
