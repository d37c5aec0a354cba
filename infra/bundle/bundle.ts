/** Bundles functions/<name>/handler.ts to <outdir>/<name>/index.mjs. */
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin, stop } from 'esbuild';
import type { Settings } from '../../shared/platform/settings.ts';
import { builtInModules } from './built-in-modules.ts';
import { commandFiles } from './command-files.ts';
import { featureTexts, functionFeatures } from './function-features.ts';
import { withoutNativeParts } from './without-native-parts.ts';

const root = join(import.meta.dirname, '../..');

/** @throws Error if the function has no handler. */
function entryPoint(name: string): string {
  const path = `functions/${name}/handler.ts`;
  if (!existsSync(join(root, path))) throw new Error(`The function ${name} has no handler ${path}.`);
  return path;
}

/**
 * Modules that are replaced, with the CPU time that each saves at the start of a function. The function
 * labels starts in 40 ms (the fastest of 40 processes in turn, on an idle machine). Replacing the SDK's
 * endpoint cache saves less than three milliseconds.
 */
const replaced = {
  // 9 ms, and 280 KB.
  '@aws-sdk/credential-provider-node': join(root, 'infra/bundle/environment-credentials.ts'),
  // 3 ms and 54 KB. Without it, esbuild wraps the SDK's modules into functions.
  '@smithy/core/event-streams': join(root, 'infra/bundle/no-event-streams.ts'),
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
    // Keeps function names in stack traces. This takes 2 ms more of the largest starts, of 50.
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
      ...replaced,
      debug: join(root, 'infra/bundle/no-debug-output.ts'),
      '#chromaprint-binary': join(root, 'infra/bundle/chromaprint-binary.ts'),
      '#aac-package': join(
        root,
        decodesAac ? 'shared/audio/decoding/aac-package.ts' : 'infra/bundle/without-aac.ts',
      ),
    },
    // A file of ssh2 looks for a program of Windows beside itself.
    define: { __dirname: '""' },
    plugins: [builtInModules, withoutNativeParts],
    loader: { '.wasm': 'binary' },
    metafile: true,
    logLevel: 'warning',
  } as const satisfies BuildOptions;
}

/**
 * Modules that are imported dynamically, with their sources. Each is a file beside the bundles that import it.
 * Within them, esbuild would wrap all modules of the SDK, and Node would compile what is seldom needed.
 */
const onDemand = {
  '#bucket': () => 'shared/platform/bucket/bucket.ts',
  '#download-address': () => 'shared/platform/bucket/download-address.ts',
  '#read-object': () => 'shared/platform/bucket/read-object.ts',
  '@audio/decode-aac': () => packageFile('@audio/decode-aac'),
  '@audio/decode-mp3': () => packageFile('@audio/decode-mp3'),
  '@audio/decode-opus': () => packageFile('@audio/decode-opus'),
  '@audio/decode-vorbis': () => packageFile('@audio/decode-vorbis'),
};

const packageFile = (name: string): string => fileURLToPath(import.meta.resolve(name));

/** The metafile, beside the bundles. */
export const METAFILE = 'metafile.json';

/** Has a file for each of its commands, beside what all of them need. */
const WITH_COMMANDS = 'operate';

/** @param names of functions. @throws Error if a function has no handler. @returns esbuild's metafile. */
export async function bundleFunctions(names: readonly string[], outdir: string, settings: BundledSettings) {
  const beside = Object.entries(onDemand)
    .filter(([name]) => settings.decodesAac || name !== '@audio/decode-aac')
    .map(([name, source]) => ({ name, in: source(), out: name.replace(/^.*[#/]/, '') }));
  const files = beside.map(({ out }) => `./${out}.mjs`);
  const texts = featureTexts();
  const optionsOf = (some: readonly string[]) => {
    const { alias, plugins, ...options } = bundleOptions(some, outdir, settings);
    return {
      ...options,
      alias: { ...alias, ...Object.fromEntries(beside.map(({ name, out }) => [name, `./${out}.mjs`])) },
      external: files,
      plugins: [...plugins, functionFeatures(async () => texts)],
    };
  };
  const single = optionsOf(names.filter((name) => name !== WITH_COMMANDS));
  const entryPoints = [...single.entryPoints, ...beside.map(({ name: _, ...entry }) => entry)];
  try {
    const built = [await build({ ...single, entryPoints })];
    if (names.includes(WITH_COMMANDS)) built.push(await build(withCommands(optionsOf([WITH_COMMANDS]))));
    const metafile = merged(built);
    for (const file of files) copyBesideImporters(file, names, { outdir, metafile });
    writeFileSync(join(outdir, METAFILE), JSON.stringify(metafile));
    return metafile;
  } finally {
    // esbuild's process would stay, with 600 MB.
    void stop();
  }
}

const withCommands = <O extends { readonly plugins: readonly Plugin[] }>(options: O) => ({
  ...options,
  splitting: true,
  chunkNames: `${WITH_COMMANDS}/[name]-[hash]`,
  plugins: [...options.plugins, commandFiles(join(root, entryPoint(WITH_COMMANDS)))],
});

const merged = (built: readonly { readonly metafile: Metafile }[]): Metafile => ({
  inputs: Object.assign({}, ...built.map(({ metafile }) => metafile.inputs)),
  outputs: Object.assign({}, ...built.map(({ metafile }) => metafile.outputs)),
});

/** @returns the files of a function's bundle, without those that several functions have. @internal Tests look at them. */
export const outputsOf = (name: string, { outputs }: Metafile): Metafile['outputs'][string][] =>
  Object.entries(outputs).flatMap(([path, output]) =>
    path.endsWith('.mjs') && basename(dirname(path)) === name ? [output] : [],
  );

function copyBesideImporters(
  file: string,
  names: readonly string[],
  { outdir, metafile }: { outdir: string; metafile: Metafile },
): void {
  const importing = names.filter((name) =>
    outputsOf(name, metafile).some(({ imports }) => imports.some(({ path }) => path === file)),
  );
  for (const each of [file, `${file}.map`]) {
    for (const name of importing) copyFileSync(join(outdir, each), join(outdir, name, each));
    rmSync(join(outdir, each));
  }
}
