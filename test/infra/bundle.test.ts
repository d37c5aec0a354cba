import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gatewayRoutes } from '../../infra/api/gateway-routes.ts';
import { bundleFunctions, outputsOf } from '../../infra/bundle/bundle.ts';
import { defaultProvider } from '../../infra/bundle/environment-credentials.ts';
import { withSourcePositions } from '../../infra/bundle/source-positions.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { SNAPSHOT_PREFIX } from '../../shared/kit/lists/snapshot.ts';
import { commands } from '../../shared/service/commands/list.ts';
import { loadedAtStart } from '../support/loaded-at-start.ts';
import { bundled, temporaryFolder } from './synthesis.ts';
import { production } from './synthesized-stages.ts';

const { folder: bundles, metafile } = await bundled();
const list = functionList(gatewayRoutes.map(({ group }) => group));
const names = [...list.keys()];
const { outputs } = metafile;

/**
 * Loads all bundles in one process. @returns the names of those that export a handler. @throws Error if one makes a
 * formatter or collator, which would take up to 9 ms of the start.
 */
function withHandlers(): string[] {
  const load = `
    for (const name of Object.getOwnPropertyNames(Intl)) {
      if (/^[A-Z]/.test(name)) Intl[name] = class { constructor() { throw new Error('makes an Intl.' + name) } };
    }
    const loaded = await Promise.all(process.argv.slice(1).map((name) => import('./' + name + '/index.mjs')));
    console.log(JSON.stringify(loaded.map(({ handler }) => typeof handler)));`;
  const { stdout, stderr } = spawnSync('node', ['--input-type=module', '-e', load, ...names], {
    cwd: bundles,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  const types = JSON.parse(stdout) as string[];
  return names.filter((_, index) => types[index] === 'function');
}
const callable = withHandlers();

/** What functions import on demand, beside the reader of snapshots. */
const onDemand: Readonly<Record<string, readonly string[]>> = {
  analytics: ['download-address'],
  'analyze-audio': ['decode-mp3', 'decode-opus', 'decode-vorbis'],
  'deliver-releases': ['bucket'],
  'erase-data': ['bucket'],
  'fold-lists': ['bucket'],
  'transfer-releases': ['bucket'],
};

test('every folder in functions/ is a function of the stack', () => {
  expect(readdirSync(join(import.meta.dirname, '../../functions')).sort()).toEqual(names.toSorted());
});

describe.each(names)('the bundle of %s', (name) => {
  const files = outputsOf(name, metafile);
  const isReading = list.get(name)?.objects?.some(({ prefix }) => prefix === SNAPSHOT_PREFIX) ?? false;
  const reader = isReading ? ['read-object'] : [];
  const beside = [...reader, ...(onDemand[name] ?? [])].map((file) => `${file}.mjs`);

  test('contains only a Lambda handler and what it imports on demand', () => {
    // The documentation has its files beside it, and names of the other files have a hash.
    const found = readdirSync(join(bundles, name)).filter((file) => !/^site$|-[A-Z0-9]{8}\.mjs/.test(file));
    const expected = ['index.mjs', ...beside].flatMap((file) => [file, `${file}.map`]);
    expect(found.sort()).toEqual(expected.sort());
    expect(callable).toContain(name);
  });

  test('omits unused credential providers', () => {
    const sources = files.flatMap(({ inputs }) => Object.keys(inputs));
    expect(sources.filter((path) => /credential-provider-(node|ini|sso|http)/.test(path))).toEqual([]);
  });

  test('imports only files beside it, on demand, and no built-in Node module as a whole', () => {
    const imports = files.flatMap(({ imports }) => imports).filter(({ external }) => external);
    expect([...new Set(imports.map(({ path }) => path))].sort()).toEqual(
      beside.map((file) => `./${file}`).sort(),
    );
    expect(new Set(imports.map(({ kind }) => kind))).toEqual(new Set(beside.map(() => 'dynamic-import')));
  });
});

describe('the function that runs the commands of operators', () => {
  test('loads three files at startup, without commands, hooks and organization moves', () => {
    const loaded = loadedAtStart('operate', metafile);
    expect(loaded.length).toBe(3);
    const sources = loaded.flatMap(({ inputs }) => Object.keys(inputs));
    const isNeedless = (path: string) =>
      /^shared\/\w+\/(hooks\/|moved)/.test(path) ||
      commands.some(({ name }) => path.endsWith(`/commands/${name}.ts`));
    expect(sources.filter(isNeedless)).toEqual([]);
  });

  test.each(commands.map(({ name }) => name))('has a file for %s', (name) => {
    const files = outputsOf('operate', metafile);
    expect(files.filter(({ entryPoint }) => entryPoint?.endsWith(`/commands/${name}.ts`)).length).toBe(1);
  });
});

describe('the GPL-licensed AAC decoder', () => {
  const isIn = (inputs: object = {}) =>
    Object.keys(inputs).some((path) => path.startsWith('node_modules/@audio/decode-aac/'));

  test('is absent from the bundles of a stage that does not decode AAC', () => {
    expect(production.functionSettings.decodesAac).toBe(false);
    expect(Object.values(outputs).filter(({ inputs }) => isIn(inputs))).toEqual([]);
  });

  test('is bundled for a stage that decodes AAC', async () => {
    const built = await bundleFunctions(['analyze-audio'], temporaryFolder(), { decodesAac: true });
    expect(Object.values(built.outputs).some(({ inputs }) => isIn(inputs))).toBe(true);
  });
});

describe('the stack trace of a function', () => {
  /** As on Lambda, without a source map. Without its variables, the function throws. */
  function traceOfSweep(): string {
    const folder = temporaryFolder();
    copyFileSync(join(bundles, 'sweep/index.mjs'), join(folder, 'index.mjs'));
    const run = `
      import { handler } from './index.mjs';
      console.error = () => {};
      handler({}, { getRemainingTimeInMillis: () => 60000 }).catch(({ stack }) => console.log(stack));`;
    const { stdout } = spawnSync('node', ['--input-type=module', '-e', run], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout;
  }

  test('has function names and source positions after translation', async () => {
    const trace = traceOfSweep();
    expect(trace).toMatch(/\n {4}at environment \(file:.*\/index\.mjs:\d+:\d+\)\n/);
    const readable = await withSourcePositions(trace, 'sweep', { decodesAac: false });
    expect(readable).toMatch(/\n {4}at sweepShard \(shared\/kit\/work\/sweep\.ts:\d+:\d+\)\n/);
    const [, line] = /at environment \(shared\/platform\/settings\.ts:(\d+):\d+\)/.exec(readable) ?? [];
    const source = readFileSync(join(import.meta.dirname, '../../shared/platform/settings.ts'), 'utf8');
    expect(source.split('\n')[Number(line) - 1]).toContain('throw new Error');
  });

  test('keeps positions outside the bundle', async () => {
    const trace = 'at run (node:internal:1:2)\n';
    expect(await withSourcePositions(trace, 'sweep', { decodesAac: false })).toBe(trace);
  });
});

describe('the credentials of a function', () => {
  afterEach(() => vi.unstubAllEnvs());
  const credentials = defaultProvider();

  test('are read from the environment', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key');
    vi.stubEnv('AWS_SESSION_TOKEN', 'token');
    expect(await credentials()).toEqual({ accessKeyId: 'id', secretAccessKey: 'key', sessionToken: 'token' });
    vi.stubEnv('AWS_SESSION_TOKEN', undefined);
    expect(await credentials()).toEqual({ accessKeyId: 'id', secretAccessKey: 'key' });
  });

  test('cause an error if they are missing', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    await expect(credentials()).rejects.toThrow(/AWS_ACCESS_KEY_ID/);
  });
});
