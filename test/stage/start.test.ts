import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { openDataDirectory } from '../../bin/local/host/data-directory.ts';
import { errorText } from '../../bin/local/host/error-text.ts';
import { rejectedPort } from '../../bin/local/host/port.ts';
import { openState } from '../../bin/local/host/state.ts';
import { startLocalStage } from '../../bin/local/start.ts';
import { readAssembly } from '../../bin/local/template/assembly.ts';
import { openBuildFolder } from '../../bin/local/template/build-folder.ts';
import { ignoredTypes, resourceTypes } from '../../bin/local/template/resource-types.ts';
import { fingerprint, synthesize } from '../../bin/local/template/synthesize.ts';
import { openToOthers } from '../support/file-modes.ts';
import { handMadeAssembly, startStage, temporaryFolder } from '../support/hand-made.ts';
import { launch as launchProduct } from '../support/launch.ts';

const root = join(import.meta.dirname, '../..');

/** Allows for the synthesis at the first start after a change of sources. */
const SLOW_START_MS = 60_000;

describe('npm start', () => {
  const children = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  const launch = (environment: NodeJS.ProcessEnv) => {
    const child = spawn(process.execPath, ['bin/local.ts'], {
      cwd: root,
      env: { ...process.env, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    let said = '';
    const hear = (text: string) => {
      said += text;
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    const ended = once(child, 'exit').then(([code]) => code);
    return {
      said: () => said,
      ended,
      ready: async () => {
        await Promise.race([expect.poll(() => said, { timeout: 200_000 }).toContain('is ready'), ended]);
        return /API\s+(http:\S+)/.exec(said)?.[1] ?? '';
      },
      hangUp: () => {
        child.stdout.destroy();
        child.stderr.destroy();
      },
      interrupt: () => {
        child.kill('SIGINT');
        return ended;
      },
    };
  };

  test('ends when nothing reads its output', { timeout: SLOW_START_MS }, async () => {
    const { ready, hangUp, ended } = launch({ DATA_DIR: 'memory', NO_DEMO: '1', LOGS: '1' });
    const url = await ready();
    hangUp();
    // It may end before it has responded.
    await fetch(`${url}/nothing`).catch(() => undefined);
    expect(await ended).toBe(0);
  });

  test.each([
    ['PORT', 'many', 'PORT must be a port from 0 to 65535, not "many".'],
    ['DATA_DIR', 'package.json', 'DATA_DIR=package.json cannot be used'],
    ['DATA_DIR', '.', 'DATA_DIR=. cannot be used: it must be a separate folder.'],
    ['DATA_DIR', '/proc/music', 'DATA_DIR=/proc/music cannot be used: ENOENT'],
    ['BUILD_DIR', '/proc/music', 'The service cannot be built in /proc/music: ENOENT'],
    ['BUILD_DIR', 'package.json', 'package.json: EEXIST'],
    ['DATA_DIR', '/', 'DATA_DIR=/ cannot be used: it must be a separate folder.'],
    ['WEBHOOK_RETRY_GAPS', 'soon', 'WEBHOOK_RETRY_GAPS must be seconds'],
  ])('rejects %s=%s with a message', async (name, value, sentence) => {
    const run = launch({ DATA_DIR: 'memory', [name]: value });
    expect(await run.ended).toBe(1);
    expect(run.said()).toContain(sentence);
    expect(run.said()).not.toContain('    at ');
  });
});

describe('a data directory', () => {
  test('becomes private to its owner, including its content', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'certificates'));
    mkdirSync(join(folder, 'logs'));
    writeFileSync(join(folder, 'logs', 'older.log'), '');
    for (const [name, mode] of [
      ['.', 0o755],
      ['logs', 0o755],
      ['logs/older.log', 0o666],
    ] as const) {
      chmodSync(join(folder, name), mode);
    }
    const stage = await launchProduct({ DATA_DIR: folder, NO_DEMO: '1' });
    await stage.interrupt();
    expect(readdirSync(folder, { recursive: true })).toEqual(
      expect.arrayContaining(['table.sqlite', 'stage.sqlite', 'secrets.json', 'logs/older.log']),
    );
    expect(openToOthers(folder)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('is rejected unchanged if it has foreign files or links to them', () => {
    const folder = temporaryFolder();
    const script = join(folder, 'script.sh');
    writeFileSync(script, '', { mode: 0o755 });
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    for (const name of [folder, link]) {
      expect(() => openDataDirectory(name)).toThrow(
        `DATA_DIR=${name} cannot be used: it must be a separate folder.`,
      );
    }
    expect(statSync(script).mode & 0o777).toBe(0o755);
  });

  test.each([
    ['stage.sqlite', 'stage.sqlite cannot be used'],
    ['table.sqlite', 'The DynamoDB engine did not start'],
  ])('is rejected with a message if it has a folder instead of %s', async (name, sentence) => {
    const dataDirectory = temporaryFolder();
    mkdirSync(join(dataDirectory, name));
    const text = await startStage({}, { dataDirectory }).catch(errorText);
    expect(text).toContain(sentence);
    expect(text).not.toContain('    at ');
  });

  test('is rejected unchanged with a message if its layout differs', async () => {
    const dataDirectory = temporaryFolder();
    const older = new DatabaseSync(join(dataDirectory, 'stage.sqlite'));
    older.exec('CREATE TABLE checkpoints (position TEXT)');
    older.close();
    const text = await startStage({}, { dataDirectory }).catch(errorText);
    expect(text).toBe(
      `The data in ${dataDirectory} was written by another version of the project, which stores it differently. Remove the folder to start again, or choose another with DATA_DIR.`,
    );
    expect(existsSync(join(dataDirectory, 'table.sqlite'))).toBe(false);
  });

  test('counts as new if the first start was killed before storing anything', async () => {
    const path = temporaryFolder();
    writeFileSync(join(path, 'stage.sqlite'), '');
    for (const _start of [1, 2]) openState({ path, isKept: true }).database.close();
  });

  test('is rejected with a message if it has a file instead of the log folder', async () => {
    const dataDirectory = temporaryFolder();
    mkdirSync(join(dataDirectory, 'certificates'));
    writeFileSync(join(dataDirectory, 'logs'), '');
    const text = await startStage({}, { dataDirectory }).catch(errorText);
    expect(text).toMatch(/logs cannot be used: EEXIST/);
  });
});

describe('the error message', () => {
  test('names the file for a file system error', () => {
    const text = new Promise(() => readFileSync('/no/such/file')).catch(errorText);
    return expect(text).resolves.toMatch(/^\/no\/such\/file cannot be used: ENOENT.*\.$/);
  });

  test('has the stack trace for a bug', () => {
    expect(errorText(new TypeError('ours'))).toContain('    at ');
  });

  test.each([
    ['EACCES', 80, 'Port 80 may not be opened by this user. Choose another one: PORT=8080 npm start'],
    ['EADDRINUSE', 65_000, 'Port 65000 is used by another program. Choose another one: PORT=64000 npm start'],
  ])('suggests another port for a port error (%s)', (code, port, sentence) => {
    expect(rejectedPort(Object.assign(new Error(), { code }), port, 'PORT').message).toBe(sentence);
  });
});

describe('the stage', () => {
  test('runs all resources of the app except ignored types', async () => {
    const assembly = await synthesize({});
    const stage = await startLocalStage({ assembly, onLog: () => {} });
    const types = Object.keys(resourceTypes) as (keyof typeof resourceTypes)[];
    const planned = types.flatMap((type) => stage.plan.ofType(type).map(({ logicalId }) => logicalId));
    const { Resources } = readAssembly(assembly).template;
    const meant = Object.entries(Resources).filter(([, { Type }]) => !ignoredTypes.has(Type));
    expect(planned.sort()).toEqual(meant.map(([logicalId]) => logicalId).sort());
    await stage.end();
  });

  test('logs function errors with source positions', async () => {
    const lines: string[] = [];
    const stage = await startLocalStage({
      assembly: await synthesize({}),
      onLog: (line) => lines.push(line),
    });
    await expect(stage.invoke('publish-changes', {})).rejects.toThrow(/not iterable/);
    const { level, message } = JSON.parse(lines.at(-1) ?? '');
    const source = expect.stringMatching(
      /at consequencesOf \(.*\/shared\/service\/publish-changes\.ts:\d+:\d+\)$/,
    );
    expect({ level, message }).toMatchObject({
      level: 'ERROR',
      message: { stackTrace: expect.arrayContaining([source]) },
    });
    await stage.end();
  });

  test('is synthesized again only if its settings change', async () => {
    expect(await synthesize({})).toBe(await synthesize({ SOMETHING: 'else' }));
    expect(fingerprint({ SWEEP_SECONDS: '5' })).not.toBe(fingerprint({}));
  });

  test('is built in BUILD_DIR, where it removes only its old builds', async () => {
    const folder = temporaryFolder();
    const old = new Date(Date.now() - 4 * 86_400_000);
    const older = '0123456789abcdef-01234567';
    const names = [older, `${older}.17`, '0123456789abcdef', 'reload.17', 'notes', 'reload'];
    for (const name of names) {
      mkdirSync(join(folder, name));
      utimesSync(join(folder, name), old, old);
    }
    openBuildFolder({ BUILD_DIR: folder });
    expect(readdirSync(folder)).toEqual(['notes', 'reload']);
    const build = join(folder, fingerprint({}));
    const phases: string[] = [];
    cpSync(await synthesize({}), build, { recursive: true });
    expect(await synthesize({ BUILD_DIR: folder }, { onPhase: (title) => phases.push(title) })).toBe(build);
    expect(phases).toEqual([]);
  });

  test('uses the bundles of an assembly of the same sources with other settings', async () => {
    const BUILD_DIR = temporaryFolder();
    const other = join(BUILD_DIR, fingerprint({}));
    cpSync(await synthesize({}), other, { recursive: true });
    const bundle = join('labels', 'index.mjs');
    writeFileSync(join(other, bundle), '// marked');
    const built = await synthesize({ BUILD_DIR, SWEEP_SECONDS: '5' });
    expect(built).not.toBe(other);
    expect(readFileSync(join(built, bundle), 'utf8')).toBe('// marked');
  });

  test('rejects a data directory in use by another stage', async () => {
    const dataDirectory = temporaryFolder();
    await startStage({}, { dataDirectory });
    await expect(startStage({}, { dataDirectory })).rejects.toThrow(
      `Another local stage is running on ${dataDirectory}.`,
    );
  });

  test('accepts the data directory of a stage that ended', async () => {
    const options = { assembly: handMadeAssembly({}), dataDirectory: temporaryFolder() };
    await (await startLocalStage(options)).end();
    await (await startLocalStage(options)).end();
  });

  test.each(['port', 'awsPort'] as const)('rejects a %s in use and names the variable', async (option) => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const variable = { port: 'PORT', awsPort: 'AWS_PORT' }[option];
    await expect(startStage({}, { [option]: port })).rejects.toThrow(
      new RegExp(`Port ${port} is used by another program. Choose another one: ${variable}=\\d+ npm start`),
    );
    other.close();
  });

  test('rejects an invocation if the function fails', async () => {
    const stage = await startStage({
      functions: { Fail: 'export const handler = () => { throw new TypeError("no"); };' },
    });
    await expect(stage.invoke('Fail', {})).rejects.toThrow('Fail: TypeError: no');
  });
});
