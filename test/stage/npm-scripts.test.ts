/** The npm scripts with an old Node, without packages, and when npm itself is killed. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually, temporaryFolder } from '../support/hand-made.ts';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const ours = Object.entries(scripts).filter(([, command]) => command.includes('.ts'));

test('every script that runs our code checks Node first and replaces the shell', () => {
  expect(ours.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'test', 'operate', 'receiver', 'bench']),
  );
  const others = ours.filter(
    ([, command]) => !/^exec (env MALLOC_ARENA_MAX=2 )?node -r \.\/bin\/preload\.cjs /.test(command),
  );
  expect(others).toEqual([]);
});

test('every script that runs our code only describes itself with --help', async () => {
  const run = promisify(execFile);
  const told = await Promise.all(
    ours.map(async ([name, command]) => {
      const [, ...args] = `${command} --help`.replace(/^exec .*?node /, 'node ').split(' ');
      const { stdout } = await run(process.execPath, args, { cwd: root });
      return [name, stdout] as const;
    }),
  );
  const silent = told.filter(([name, text]) => !new RegExp(`npm (run (-s )?)?${name}\\b`).test(text));
  expect(silent).toEqual([]);
});

describe('a script', () => {
  const run = (cwd: string, ...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...options, '-r', './bin/preload.cjs', 'bin/local.ts'],
      { cwd, encoding: 'utf8' },
    );
    return { status, said: (stdout + stderr).trimEnd().split('\n') };
  };

  test.each(['20.20.2', '22.99.0', '24.4.9'])('fails with one line on Node %s', (version) => {
    const pretence = join(temporaryFolder(), 'version.cjs');
    writeFileSync(pretence, `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`);
    const { status, said } = run(root, '-r', pretence);
    expect(status).toBe(1);
    expect(said).toEqual([expect.stringContaining(`this is Node ${version}: run \`npm rebuild node`)]);
  });

  test('fails with one line for an argument, such as a port', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['-r', './bin/preload.cjs', 'bin/local.ts', '--port', '3001'],
      { cwd: root, encoding: 'utf8', timeout: 20_000 },
    );
    expect([status, stderr.trimEnd()]).toEqual([
      1,
      'There are no arguments, but these were given: --port 3001. --help lists the settings.',
    ]);
  });

  test('fails with one line without the packages', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'bin'));
    for (const file of ['bin/preload.cjs', 'bin/local.ts']) cpSync(join(root, file), join(folder, file));
    expect(run(folder)).toEqual({ status: 1, said: ['The packages are not installed: run `npm ci`.'] });
  });
});

describe.each(['SIGTERM', 'SIGKILL'] as const)('a %s to npm', (signal) => {
  const npm = async (script: string, environment: NodeJS.ProcessEnv, ready: RegExp) => {
    const child: ChildProcess = spawn('npm', ['run', script], {
      cwd: root,
      detached: true,
      env: { ...process.env, DATA_DIR: temporaryFolder(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => endGroup(child));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    await eventually(() => said).toMatch(ready);
    return { child, said };
  };

  const responses = (url: string) =>
    fetch(url).then(
      () => true,
      ({ cause }: { cause?: { code?: string } }) => cause?.code !== 'ECONNREFUSED',
    );

  test('ends the service with npm start', async () => {
    const { child, said } = await npm('start', { PORT: '0', NO_DEMO: '1' }, /is ready/);
    const url = /API\s+(http:\S+)/.exec(said)?.[1] ?? '';
    expect(await responses(url)).toBe(true);
    child.kill(signal);
    await eventually(() => responses(url)).toBe(false);
  });

  test('ends the receiver with npm run receiver', async () => {
    const { child, said } = await npm('receiver', { RECEIVER_PORT: '0', SECRET: '' }, /https:\S+/);
    const url = /https:\S+/.exec(said)?.[0] ?? '';
    expect(await responses(url)).toBe(true);
    child.kill(signal);
    await eventually(() => responses(url)).toBe(false);
  });
});

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended, as expected.
  }
}
