/** Changes the sources of a copy of the project while a stage runs them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startOptions } from '../../bin/local/command-line/start-options.ts';
import { sources, synthesize } from '../../bin/local/template/synthesize.ts';
import { eventually, startStage, temporaryFolder } from '../support/hand-made.ts';
import { isLong } from '../support/long-run.ts';

const root = join(import.meta.dirname, '../..');
/** A reload takes two seconds on an idle machine, and a changed declaration five. */
const LIMIT_MS = 60_000;
/** Pages take several seconds of both cores. */
const buildsPages = isLong;
const PAGES_LIMIT_MS = 120_000;

/** Stack frames of Node and of the Lambda emulation. */
const OF_THE_STAGE = /node:internal|infra\/local|Node\.js v/;

const copy = temporaryFolder();
let stage: ChildProcess;
let said = '';
let url = '';

const read = (file: string) => readFileSync(join(copy, file), 'utf8');
const change = (file: string, from: string, to: string) => {
  const text = read(file);
  expect(text).toContain(from);
  writeFileSync(join(copy, file), text.replace(from, to));
};
const notFound = async () => (await fetch(`${url}/nothing`)).text();

beforeAll(async () => {
  for (const source of [...sources, 'package.json', 'bin', 'bin/local']) {
    cpSync(join(root, source), join(copy, source), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // Of the same sources, so that the stage need not build them again.
  const assembly = await synthesize({});
  cpSync(assembly, join(copy, '.build/local', basename(assembly)), { recursive: true });
  stage = spawn(process.execPath, ['bin/local.ts'], {
    cwd: copy,
    env: { ...process.env, PORT: '0', DATA_DIR: 'memory', NO_DEMO: '1', RELOAD: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [stage.stdout, stage.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  await vi.waitFor(() => expect(said).toContain('is ready'), { timeout: 200_000 });
  url = /API\s+(http:\S+)/.exec(said)?.[1] ?? '';
});
afterAll(() => stage.kill('SIGKILL'));

describe('a stage whose sources change', () => {
  const file = 'functions/not-found/handler.ts';

  test('reloads once for several changes', async () => {
    const before = said.length;
    change('shared/kit/crud/write/update.ts', 'export ', 'process.exitCode = undefined;\nexport ');
    change('functions/sweep/handler.ts', 'export ', 'process.exitCode = undefined;\nexport ');
    await eventually(() => said.slice(before), LIMIT_MS).toMatch(/Reloaded \d\d functions/);
    expect(said.slice(before).match(/Reloaded/g)).toHaveLength(1);
  });

  test.runIf(buildsPages)('shows changed documentation', async () => {
    const before = said.length;
    change('shared/catalogue/api/labels.ts', 'multilineText(0, 300)', 'multilineText(0, 299)');
    change('docs/webhooks.md', '# ', '# Changed ');
    await eventually(() => said.slice(before), PAGES_LIMIT_MS).toContain(
      'Reloaded the pages of the documentation.',
    );
    expect(await (await fetch(`${url}/docs/webhooks.md`)).text()).toMatch(/^# Changed /m);
    expect(await (await fetch(`${url}/openapi.json`)).text()).toContain('"maxLength": 299');
  });

  test('keeps the last build while a source is broken, and then loads the new code', async () => {
    const before = await notFound();
    const start = said.length;
    const intact = read(file);
    writeFileSync(join(copy, file), `${intact}\nconst = broken;\n`);
    await eventually(() => said.slice(start), LIMIT_MS).toContain('Not reloaded');
    expect(said.slice(start)).toContain(`${file}:`);
    expect(await notFound()).toBe(before);
    // The function was not invoked since its code was replaced.
    expect(await (await fetch(`${url}/artists`)).text()).toContain('jsonapi');
    writeFileSync(join(copy, file), intact.replace('unknownPath(path)', "unknownPath('/')"));
    await eventually(notFound, LIMIT_MS).toContain('Remove the trailing slash');
    await eventually(() => said.slice(start), LIMIT_MS).toMatch(/Reloaded not-found in \d+\.\d s\./);
  });

  test('does not use code that fails to load', async () => {
    const before = await notFound();
    const start = said.length;
    change(file, 'export ', 'throw new Error("not today");\nexport ');
    await eventually(() => said.slice(start), LIMIT_MS).toMatch(/not today\n +at .*handler\.ts:\d+/);
    expect(said.slice(start)).not.toMatch(OF_THE_STAGE);
    expect(await notFound()).toBe(before);
  });

  test('adds the first hooks of a type to its function', async () => {
    const feature = 'shared/catalogue/feature.ts';
    const intact = read(feature);
    change(
      feature,
      'hooks = {',
      `hooks = {
        get labels() {
          if (/labels$/.test(process.env.AWS_LAMBDA_FUNCTION_NAME)) throw new Error('These hooks are there.');
          return {};
        },`,
    );
    const status = async () => (await fetch(`${url}/labels`)).status;
    await eventually(status, LIMIT_MS).toBe(500);
    writeFileSync(join(copy, feature), intact);
    await eventually(status, LIMIT_MS).toBe(401);
  });

  test('shows where a declaration fails to load', async () => {
    const start = said.length;
    const keys = 'shared/catalogue/keys.ts';
    const intact = read(keys);
    writeFileSync(join(copy, keys), `${intact}\nthrow new Error('no keys');\n`);
    await eventually(() => said.slice(start), LIMIT_MS).toMatch(/Error: no keys\n +at .*keys\.ts:\d+/);
    expect(said.slice(start)).not.toMatch(OF_THE_STAGE);
    writeFileSync(join(copy, keys), intact);
  });

  test.runIf(buildsPages)("shows a documentation error without the stage's stack", async () => {
    const start = said.length;
    const intact = read('bin/site/pages.ts');
    writeFileSync(join(copy, 'bin/site/pages.ts'), `${intact}\nthrow new Error('no page');\n`);
    await eventually(() => said.slice(start), LIMIT_MS).toMatch(
      /are not rebuilt:[\s\S]*Error: no page\n +at .*pages\.ts:\d+/,
    );
    expect(said.slice(start)).not.toMatch(OF_THE_STAGE);
    writeFileSync(join(copy, 'bin/site/pages.ts'), intact);
  });

  test('names a change that requires a restart', async () => {
    change('infra/functions/group-needs.ts', 'timeoutSeconds: 15', 'timeoutSeconds: 16');
    // The running stage has no bundle of a new function.
    change(
      'infra/functions/function-list.ts',
      "  'not-found': {",
      "  another: { workload: 'background', timeoutSeconds: 5 },\n  'not-found': {",
    );
    await eventually(() => said, 200_000).toMatch(
      /The template has changed, too \(\w+ and \d+ more\): restart/,
    );
  });

  test('ends on Ctrl-C', async () => {
    stage.kill('SIGINT');
    await eventually(() => stage.exitCode, LIMIT_MS).toBe(0);
  });
});

test('running invocations finish in the replaced code', async () => {
  const code = (version: number) =>
    `export const handler = async ({ ms }) => (await new Promise((end) => setTimeout(end, ms)), ${version});`;
  const stage = await startStage({ functions: { Wait: code(1) } });
  const bundle = join(temporaryFolder(), 'index.mjs');
  writeFileSync(bundle, code(2));
  expect(await stage.invoke('Wait', { ms: 0 })).toBe(1);
  const underWay = [stage.invoke('Wait', { ms: 500 }), stage.invoke('Wait', { ms: 500 })];
  await stage.replaceCode(new Map([['Wait', bundle]]));
  expect(await stage.invoke('Wait', { ms: 0 })).toBe(2);
  expect(await underWay[0]).toBe(1);
  await underWay[1];
  for (const _again of [1, 2, 3]) expect(await stage.invoke('Wait', { ms: 0 })).toBe(2);
});

test('a stage reloads on a terminal, or as set in RELOAD', () => {
  const reloads = (RELOAD: string, isTerminal: boolean) => startOptions({ RELOAD }, isTerminal).reloads;
  expect([reloads('', true), reloads('', false)]).toEqual([true, false]);
  expect([reloads('0', true), reloads('1', false)]).toEqual([false, true]);
});
