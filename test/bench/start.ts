/**
 * The CPU of loading each function's bundle in a new process, as a ratio to a bundle of only the SDK's
 * client.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions, bundleOptions } from '../../infra/bundle/bundle.ts';
import type { Figures } from './report.ts';

const RUNS = 15;
const root = join(import.meta.dirname, '../..');
const SDK = 'sdk';

/** With credentials from the environment, and nothing else replaced. */
const CLIENT = `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  const client = new DynamoDBClient({});
  export const handler = (Key) => client.send(new GetItemCommand({ TableName: 'table', Key }));`;

export async function start(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'start-bench-'));
  const names = readdirSync(join(root, 'functions'));
  await bundleFunctions(names, folder, { decodesAac: false });
  await bundleClient(join(folder, SDK));
  const times = new Map([SDK, ...names].map((name) => [name, [] as number[]]));
  // In turn, so that other work on the machine slows all of them.
  for (let run = 0; run < RUNS; run++) for (const [name, of] of times) of.push(cpuOf(join(folder, name)));
  const ratio = (name: string) => Math.round((median(times.get(name)) / median(times.get(SDK))) * 100) / 100;
  const kilobytes = (name: string) => Math.round(statSync(join(folder, name, 'index.mjs')).size / 1000);
  const figures = names.map((name) => [name, { ratio: ratio(name), KB: kilobytes(name) }] as const);
  rmSync(folder, { recursive: true });
  return Object.fromEntries(figures.toSorted(([, one], [, other]) => other.ratio - one.ratio));
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
function cpuOf(folder: string): number {
  const load = `
    const before = process.cpuUsage();
    await import(${JSON.stringify(join(folder, 'index.mjs'))});
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
