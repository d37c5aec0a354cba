import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bundleFunctions } from '../../infra/bundle.ts';
import { defaultProvider } from '../../infra/environment-credentials.ts';
import { functionList } from '../../infra/function-list.ts';
import { gatewayRoutes } from '../../shared/api/index.ts';
import { temporaryFolder } from './synthesis.ts';

const outdir = temporaryFolder();
const names = [...functionList(gatewayRoutes.map(({ group }) => group)).keys()];
const { outputs } = bundleFunctions(names, outdir);

test('every folder of functions/ is a function of the stack', () => {
  expect(readdirSync(join(import.meta.dirname, '../../functions')).sort()).toEqual(names.toSorted());
});

describe.each(names)('the bundle of %s', (name) => {
  const file = join(outdir, name, 'index.mjs');
  const [, output] = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.mjs`)) ?? [];

  test('is a single module with a handler, as Lambda expects it', async () => {
    expect(readdirSync(join(outdir, name))).toEqual(['index.mjs']);
    const loaded: unknown = await import(pathToFileURL(file).href);
    expect(loaded).toHaveProperty('handler', expect.any(Function));
  });

  test('leaves out what Lambda has no use for and keeps small', () => {
    const sources = Object.keys(output?.inputs ?? {}).filter((path) =>
      /credential-provider-(node|ini|sso|http)/.test(path),
    );
    expect(sources).toEqual([]);
    expect(statSync(file).size).toBeLessThan(450_000);
  });

  test('imports nothing but what is built into Node, and http only in the way that loads it lazily', () => {
    const imports = (output?.imports ?? []).filter(({ external }) => external);
    expect(imports.filter(({ path }) => !path.startsWith('node:'))).toEqual([]);
    expect(imports.filter(({ kind }) => kind === 'require-call')).toEqual([]);
    expect(imports.map(({ path }) => path)).not.toContain('node:http');
  });
});

describe('the credentials of a function', () => {
  afterEach(() => vi.unstubAllEnvs());
  const credentials = defaultProvider();

  test('are those that Lambda puts into the environment', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key');
    vi.stubEnv('AWS_SESSION_TOKEN', 'token');
    expect(await credentials()).toEqual({ accessKeyId: 'id', secretAccessKey: 'key', sessionToken: 'token' });
    vi.stubEnv('AWS_SESSION_TOKEN', undefined);
    expect(await credentials()).toEqual({ accessKeyId: 'id', secretAccessKey: 'key' });
  });

  test('are an error when they are missing', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    await expect(credentials()).rejects.toThrow(/AWS_ACCESS_KEY_ID/);
  });
});
