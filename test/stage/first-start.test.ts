/** A start that builds its documentation while the API runs, from a copy of the project. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../bin/local/documentation/build-site.ts';
import { isDocumented, siteFolder } from '../../bin/local/template/site-folder.ts';
import { fingerprint, sources, synthesize } from '../../bin/local/template/synthesize.ts';
import { eventually, temporaryFolder } from '../support/hand-made.ts';
import { isLong } from '../support/long-run.ts';

const root = join(import.meta.dirname, '../..');
const LIMIT_MS = 200_000;
const BROKEN = '[gone](gone.md)';

const copy = temporaryFolder();
const buildFolder = join(copy, '.build/local');
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** An assembly of the copy's sources without documentation, as a start leaves it that is interrupted then. */
async function addAssembly(name: string): Promise<string> {
  const assembly = join(buildFolder, name);
  cpSync(await synthesize({}), assembly, { recursive: true });
  rmSync(siteFolder(assembly) ?? '', { recursive: true });
  rmSync(join(assembly, 'documented'));
  return assembly;
}

beforeAll(() => {
  for (const source of [...sources, 'package.json', 'bin', 'bin/local'])
    cpSync(join(root, source), join(copy, source), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(buildFolder, { recursive: true });
});

function start(environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['bin/local.ts'], {
    cwd: copy,
    env: { ...process.env, PORT: '0', DATA_DIR: 'memory', NO_DEMO: '1', RELOAD: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const get = async (path: string) => {
    const url = /API\s+(http:\S+)/.exec(said)?.[1] ?? '';
    const response = await fetch(url + path);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const says = (text: RegExp) => eventually(() => said, LIMIT_MS).toMatch(text);
  const interrupt = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    return (await ended)[0];
  };
  return { get, says, interrupt, said: () => said };
}

it('a stage responds during the documentation build and leaves nothing of it when it ends', async () => {
  const assembly = await addAssembly(fingerprint({}));
  const { get, says, interrupt, said } = start();
  await says(/Documentation {2,}http\S+\/docs \(being built\)/);
  expect((await get('/labels')).status).toBe(401);
  const { status, headers, text } = await get('/docs/labels');
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '2', 'no-store']);
  expect(text).toContain('<h1>The documentation is being built</h1>');
  expect(text).toContain('<meta http-equiv="refresh" content="2">');
  expect(await get('/openapi.json')).toMatchObject({
    status: 503,
    text: expect.stringMatching(/^The documentation is being built\n/),
  });
  expect(await interrupt()).toBe(0);
  expect(said()).not.toContain('could not be built');
  const asset = join(siteFolder(assembly) ?? '', '..');
  expect(readdirSync(asset).filter((name) => name.startsWith('site'))).toEqual([]);
  expect(isDocumented(assembly)).toBe(false);
});

it.runIf(isLong)(
  'a stage shows its documentation once built, and the next start has it immediately',
  async () => {
    const assembly = await addAssembly(fingerprint({}));
    const first = start();
    await first.says(/The documentation is ready after \d+\.\d s: http/);
    expect((await first.get('/docs/labels')).status).toBe(200);
    expect(await first.interrupt()).toBe(0);
    expect(isDocumented(assembly)).toBe(true);
    const second = start();
    await second.says(/Documentation {2,}http\S+\/docs\n/);
    expect((await second.get('/openapi.json')).status).toBe(200);
    expect(await second.interrupt()).toBe(0);
  },
);

describe('a source changed during a build', () => {
  const page = join(copy, 'docs/glossary.md');
  const change = () => writeFileSync(page, `${readFileSync(page, 'utf8')}\n`);
  const synthesizeCopy = () =>
    import(join(copy, 'bin/local/template/synthesize.ts')) as Promise<{
      readonly fingerprint: typeof fingerprint;
      readonly synthesize: typeof synthesize;
    }>;

  it.runIf(isLong)('makes a start use the assembly of the changed sources', async () => {
    const ofCopy = await synthesizeCopy();
    const environment = { SWEEP_SECONDS: '5' };
    const intact = readFileSync(page, 'utf8');
    await addAssembly(ofCopy.fingerprint({}));
    const before = ofCopy.fingerprint(environment);
    change();
    const changed = await addAssembly(ofCopy.fingerprint(environment));
    writeFileSync(page, intact);
    const titles: string[] = [];
    const onPhase = (title: string) => {
      titles.push(title);
      change();
    };
    expect(await ofCopy.synthesize(environment, { onPhase })).toBe(changed);
    expect(titles).toEqual(['Other settings: building the template']);
    expect(readdirSync(buildFolder).filter((name) => name.startsWith(before))).toEqual([]);
    writeFileSync(page, intact);
  });

  it.runIf(isLong)('makes the next start rebuild the documentation', async () => {
    const { fingerprint: fingerprintOfCopy } = await synthesizeCopy();
    const assembly = await addAssembly(fingerprintOfCopy({}));
    const earlier = join(buildFolder, '0123456789abcdef-01234567');
    cpSync(assembly, earlier, { recursive: true });
    await buildSite(earlier, { environment: {} });
    expect([existsSync(join(siteFolder(earlier) ?? '', 'index.json')), isDocumented(earlier)]).toEqual([
      true,
      false,
    ]);
  });
});

it.runIf(isLong)('a failed documentation build is reported, and a reload makes up for it', async () => {
  const page = join(copy, 'docs/glossary.md');
  const intact = readFileSync(page, 'utf8');
  writeFileSync(page, `${intact}\n${BROKEN}\n`);
  const broken = join(copy, 'bin/local/template/synthesize.ts');
  const { fingerprint: fingerprintOfCopy } = await import(broken);
  await addAssembly(fingerprintOfCopy({}));
  const { get, says, interrupt } = start({ RELOAD: '1' });
  await says(/The documentation could not be built, and the API works without it:\n[\s\S]*gone\.md/);
  const { status, text } = await get('/docs');
  expect(status).toBe(503);
  expect(text).toContain('<h1>The documentation could not be built</h1>');
  expect(text).toContain('docs/glossary.md links to gone.md');
  expect(text).not.toContain('refresh');
  expect((await get('/labels')).status).toBe(401);
  writeFileSync(page, intact);
  await says(/Reloaded the pages of the documentation\./);
  expect((await get('/docs/glossary')).status).toBe(200);
  expect(await interrupt()).toBe(0);
});
