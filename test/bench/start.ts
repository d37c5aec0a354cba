/**
 * The CPU of loading each function's bundle in a new process, as a ratio to a bundle of only the SDK's
 * client.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { bundleFunctions, bundleOptions } from '../../infra/bundle/bundle.ts';
import { loadedAtStart } from '../support/loaded-at-start.ts';
import type { Figures } from './report.ts';

const RUNS = 15;
const root = join(import.meta.dirname, '../..');
const SDK = 'sdk';

/** With credentials from the environment, and nothing else replaced. */
const CLIENT = `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  const client = new DynamoDBClient({});
  export const handler = (Key) => client.send(new GetItemCommand({ TableName: 'table', Key }));`;

/** Of operators: one that is called often, one that asks all queues, and the largest. */
const COMMANDS = ['approve-request', 'status', 'import-catalogue'];

interface Started {
  readonly name: string;
  /** Loaded one after another. */
  readonly files: readonly string[];
  readonly bytes: number;
}

export async function start(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'start-bench-'));
  const names = readdirSync(join(root, 'functions'));
  const metafile = await bundleFunctions(names, folder, { decodesAac: false });
  await bundleClient(join(folder, SDK));
  const functions = names.map((name): Started => {
    const bytes = loadedAtStart(name, metafile).reduce((sum, file) => sum + file.bytes, 0);
    return { name, files: [join(folder, name, 'index.mjs')], bytes };
  });
  const all = [...functions, ...COMMANDS.map((command) => withCommand(command, functions, metafile))];
  const times = new Map([SDK, ...all.map(({ name }) => name)].map((name) => [name, [] as number[]]));
  // In turn, so that other work on the machine slows all of them.
  for (let run = 0; run < RUNS; run++) {
    times.get(SDK)?.push(cpuOf([join(folder, SDK, 'index.mjs')]));
    for (const { name, files } of all) times.get(name)?.push(cpuOf(files));
  }
  const ratio = (name: string) => Math.round((median(times.get(name)) / median(times.get(SDK))) * 100) / 100;
  const figures = all.map(
    ({ name, bytes }) => [name, { ratio: ratio(name), KB: Math.round(bytes / 1000) }] as const,
  );
  rmSync(folder, { recursive: true });
  return Object.fromEntries(figures.toSorted(([, one], [, other]) => other.ratio - one.ratio));
}

/** The function operate with the code of a command, which it loads when the command is called. */
function withCommand(command: string, functions: readonly Started[], { outputs }: Metafile): Started {
  const [operate] = functions.filter(({ name }) => name === 'operate');
  const [path] = Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint?.endsWith(`/commands/${command}.ts`) ? [file] : [],
  );
  if (!operate || path === undefined) throw new Error(`There is no file of the command ${command}.`);
  const imported = [path];
  for (const file of imported) {
    for (const each of outputs[file]?.imports ?? [])
      if (each.kind === 'import-statement' && !imported.includes(each.path)) imported.push(each.path);
  }
  const bytes = imported.reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  return { name: `operate, ${command}`, files: [...operate.files, join(root, path)], bytes };
}

/** As a plain bundle is, but for the credentials. */
async function bundleClient(outdir: string): Promise<void> {
  const {
    alias,
    entryPoints: _,
    outExtension: __,
    plugins: ___,
    ...options
  } = bundleOptions([], outdir, { decodesAac: false });
  const { '@aws-sdk/credential-provider-node': credentials } = alias;
  await build({
    ...options,
    alias: { '@aws-sdk/credential-provider-node': credentials },
    stdin: { contents: CLIENT, resolveDir: root },
    outExtension: { '.js': '.mjs' },
    entryNames: 'index',
  });
}

/** @returns microseconds. */
function cpuOf(files: readonly string[]): number {
  const load = `
    const before = process.cpuUsage();
    for (const file of ${JSON.stringify(files)}) await import(file);
    const { user, system } = process.cpuUsage(before);
    console.log(user + system);`;
  const env = { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', load], {
    env,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return Number(stdout);
}

const median = (values: readonly number[] = []): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
