/** All functions from one esbuild call: functions/<name>/handler.ts becomes <outdir>/<name>/index.mjs. */
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

/** What the functions are made of is listed by esbuild's metafile, which is returned. */
export function bundleFunctions(names: readonly string[], outdir: string) {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: entryPoint(name), out: `${name}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
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
