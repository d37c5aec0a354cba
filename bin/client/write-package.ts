/** Writes the package of the client: generated and written sources, compiled to modules of both kinds, with types. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rejection } from '../operator/rejection.ts';
import { generatedSources } from './sources.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const runtime = join(import.meta.dirname, 'runtime');
const NAME = 'music-distribution-client';

/** Runs in browsers too, so it has no types of Node. */
const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  module: 'NodeNext',
  declaration: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
};

/** The package has ES modules and, in a folder below, CommonJS. The compiler makes the modules that `type` names. */
const builds = [
  { type: 'module', outDir: 'dist' },
  { type: 'commonjs', outDir: 'dist/commonjs' },
] as const;

/**
 * @param folder is created. One that this has written before is written again.
 * @throws Rejection for a folder with other files.
 */
export async function writePackage(folder: string): Promise<void> {
  const to = resolve(folder);
  if (!isWritable(to)) throw rejection('invalid_value', `--to: the folder ${folder} has other files.`);
  const built = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    await compile(built);
    const dist = join(to, 'dist');
    rmSync(dist, { recursive: true, force: true });
    cpSync(join(built, 'dist'), dist, { recursive: true });
  } finally {
    rmSync(built, { recursive: true });
  }
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(import.meta.dirname, 'README.md'), join(to, 'README.md'));
}

function isWritable(folder: string): boolean {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true;
  const file = join(folder, 'package.json');
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name === NAME;
}

/** @param folder gets the sources, and the compiled files in `dist`. */
async function compile(folder: string): Promise<void> {
  for (const [file, source] of allSources()) writeFileSync(join(folder, file), source);
  for (const { type, outDir } of builds) {
    const manifestOfType = JSON.stringify({ type });
    writeFileSync(join(folder, 'package.json'), manifestOfType);
    const settings = { compilerOptions: { ...compilerOptions, outDir }, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
      ({ stdout = '' }: { readonly stdout?: string }) => {
        throw new Error(`The client does not compile:\n${stdout}`);
      },
    );
    // The package itself consists of ES modules.
    if (type === 'commonjs') writeFileSync(join(folder, outDir, 'package.json'), manifestOfType);
  }
}

function allSources(): (readonly [file: string, source: string])[] {
  const written = readdirSync(runtime).map(
    (file) => [file, readFileSync(join(runtime, file), 'utf8')] as const,
  );
  // Declarations keep their imports, and a published package has no files that end in .ts.
  return [...written, ...generatedSources()].map(([file, source]) => [
    file,
    source.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"),
  ]);
}

const entry = (folder: string) => ({ types: `./${folder}/index.d.ts`, default: `./${folder}/index.js` });

function manifest(): object {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
    Record<string, string>
  >;
  return {
    name: NAME,
    version,
    description: 'Client of the music distribution API.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: { '.': { import: entry('dist'), require: entry('dist/commonjs') } },
    // Of compilers and tools that do not read exports.
    main: entry('dist/commonjs').default,
    types: entry('dist/commonjs').types,
    files: ['dist'],
  };
}
