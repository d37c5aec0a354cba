import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { faultText } from '../../infra/local/command-line/error-text.ts';
import { launchOptions } from '../../infra/local/command-line/start-options.ts';
import { refusedPort } from '../../infra/local/host/port.ts';
import { startLocalStage } from '../../infra/local/start.ts';
import { readAssembly } from '../../infra/local/template/assembly.ts';
import { resourceTypes, typesWithoutMeaning } from '../../infra/local/template/resource-types.ts';
import { fingerprint, synthesize } from '../../infra/local/template/synthesize.ts';
import { launch as launchProduct } from '../support/launch.ts';
import { handMadeAssembly, startStage, temporaryFolder } from './hand-made.ts';

const root = join(import.meta.dirname, '../..');

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
        await Promise.race([expect.poll(() => said, { timeout: 15_000 }).toContain('Try:'), ended]);
        return /API\s+(http:\S+)/.exec(said)?.[1] ?? '';
      },
      interrupt: () => {
        child.kill('SIGINT');
        return ended;
      },
    };
  };

  test('serves the demo data, ends on Ctrl-C, and the next start finds all of it again', async () => {
    const environment = { DATA_DIR: temporaryFolder() };
    const labels: string[][] = [];
    for (let start = 0; start < 2; start += 1) {
      const run = launch(environment);
      labels.push(await demoLabels(await run.ready()));
      expect(run.said()).toContain('AWS_ENDPOINT_URL=http://127.0.0.1:');
      expect(await run.interrupt()).toBe(0);
    }
    expect(labels[0]).toHaveLength(2);
    expect(labels[1]).toEqual(labels[0]);
  });

  test.each([
    ['PORT', 'many', 'PORT must be a port from 0 to 65535, not "many".'],
    ['DATA_DIR', 'package.json', 'DATA_DIR=package.json cannot be used'],
    ['DATA_DIR', '.', 'DATA_DIR=. cannot be used: it must be a folder of its own.'],
    ['DATA_DIR', '/', 'DATA_DIR=/ cannot be used: it must be a folder of its own.'],
    ['WEBHOOK_RETRY_GAPS', 'soon', 'WEBHOOK_RETRY_GAPS must be seconds'],
  ])('says what is wrong with %s=%s, in a sentence', async (name, value, sentence) => {
    const run = launch({ DATA_DIR: 'memory', [name]: value });
    expect(await run.ended).toBe(1);
    expect(run.said()).toContain(sentence);
    expect(run.said()).not.toContain('    at ');
  });
});

describe('a data directory', () => {
  const modes = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const found = statSync(join(folder, name));
      return [name, found.isDirectory() ? 'folder' : 'file', (found.mode & 0o777).toString(8)];
    });

  test('is for its owner alone, and so is what it held before', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'logs'));
    writeFileSync(join(folder, 'logs', 'older.log'), '');
    for (const [name, mode] of [
      ['.', 0o755],
      ['logs', 0o755],
      ['logs/older.log', 0o666],
    ] as const) {
      chmodSync(join(folder, name), mode);
    }
    const stage = await launchProduct({ DATA_DIR: folder });
    await stage.interrupt();
    const found = modes(folder);
    expect(found.map(([name]) => name)).toEqual(
      expect.arrayContaining(['table.sqlite', 'stage.sqlite', 'secrets.json', 'demo-data', 'logs/older.log']),
    );
    const open = found.filter(([, kind, mode]) => mode !== (kind === 'folder' ? '700' : '600'));
    expect(open).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test.each([
    ['stage.sqlite', 'stage.sqlite cannot be used'],
    ['table.sqlite', 'The DynamoDB engine did not start'],
  ])('with a folder in the place of %s is refused in a sentence', async (name, sentence) => {
    const dataDirectory = temporaryFolder();
    mkdirSync(join(dataDirectory, name));
    const fault = await startStage({}, { dataDirectory }).catch(faultText);
    expect(fault).toContain(sentence);
    expect(fault).not.toContain('    at ');
  });

  test('with a file in the place of the logs is refused in a sentence', async () => {
    const dataDirectory = temporaryFolder();
    writeFileSync(join(dataDirectory, 'logs'), '');
    const fault = await startStage({}, { dataDirectory }).catch(faultText);
    expect(fault).toMatch(/logs cannot be used: EEXIST/);
  });
});

describe('a fault', () => {
  test('of the file system names the file', () => {
    const fault = new Promise(() => readFileSync('/no/such/file')).catch(faultText);
    return expect(fault).resolves.toMatch(/^\/no\/such\/file cannot be used: ENOENT.*\.$/);
  });

  test('of the code keeps its stack', () => {
    expect(faultText(new TypeError('ours'))).toContain('    at ');
  });

  test.each([
    ['EACCES', 80, 'Port 80 may not be opened by this user. Choose another one: PORT=8080 npm start'],
    ['EADDRINUSE', 65_000, 'Port 65000 is used by another program. Choose another one: PORT=64000 npm start'],
  ])('of a port (%s) names another one', (code, port, sentence) => {
    expect(refusedPort(Object.assign(new Error(), { code }), port, 'PORT').message).toBe(sentence);
  });
});

async function demoLabels(url: string): Promise<string[]> {
  const credentials = { email: 'admin@demo.example', password: 'Demo-Password-1', grant_type: 'password' };
  const signedIn = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { access_token: token } = Object(await signedIn.json());
  const response = await fetch(`${url}/labels`, { headers: { authorization: `Bearer ${token}` } });
  return Object(await response.json()).data.map(({ id }: { id: string }) => id);
}

describe('the stage', () => {
  test('runs every resource of the app that means something here, and no other', async () => {
    const assembly = await synthesize({});
    const stage = await startLocalStage({ assembly, onLog: () => {} });
    const types = Object.keys(resourceTypes) as (keyof typeof resourceTypes)[];
    const planned = types.flatMap((type) => stage.plan.ofType(type).map(({ logicalId }) => logicalId));
    const { Resources } = readAssembly(assembly).template;
    const meant = Object.entries(Resources).filter(([, { Type }]) => !typesWithoutMeaning.has(Type));
    expect(planned.sort()).toEqual(meant.map(([logicalId]) => logicalId).sort());
    await stage.stop();
  });

  test('logs where in the sources a function failed', async () => {
    const lines: string[] = [];
    const stage = await startLocalStage({
      assembly: await synthesize({}),
      onLog: (line) => lines.push(line),
    });
    await expect(stage.invoke('publish-changes', {})).rejects.toThrow(/not iterable/);
    const { level, message } = JSON.parse(lines.at(-1) ?? '');
    const source = expect.stringMatching(
      /at announcementsOf \(.*\/functions\/publish-changes\/handler\.ts:\d+:\d+\)$/,
    );
    expect({ level, message }).toMatchObject({
      level: 'ERROR',
      message: { stackTrace: expect.arrayContaining([source]) },
    });
    await stage.stop();
  });

  test('is synthesized again for other settings, and not for what it does not read', async () => {
    expect(await synthesize({})).toBe(await synthesize({ SOMETHING: 'else' }));
    expect(fingerprint({ SWEEP_SECONDS: '5' })).not.toBe(fingerprint({}));
  });

  test('refuses a data directory that another one uses', async () => {
    const dataDirectory = temporaryFolder();
    await startStage({}, { dataDirectory });
    await expect(startStage({}, { dataDirectory })).rejects.toThrow(
      `Another local stage runs on ${dataDirectory}.`,
    );
  });

  test('takes a data directory again once the other one has stopped', async () => {
    const options = { assembly: handMadeAssembly({}), dataDirectory: temporaryFolder() };
    await (await startLocalStage(options)).stop();
    await (await startLocalStage(options)).stop();
  });

  test.each(['port', 'awsPort'] as const)('refuses a used %s, and names the variable', async (option) => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const variable = { port: 'PORT', awsPort: 'AWS_PORT' }[option];
    await expect(startStage({}, { [option]: port })).rejects.toThrow(
      new RegExp(`Port ${port} is used by another program. Choose another one: ${variable}=\\d+ npm start`),
    );
    other.close();
  });

  test('says so when a function fails that a program invokes', async () => {
    const stage = await startStage({
      functions: { Fail: 'export const handler = () => { throw new TypeError("no"); };' },
    });
    await expect(stage.invoke('Fail', {})).rejects.toThrow('Fail: TypeError: no');
  });
});

describe('the options of a launch', () => {
  test('have the documented defaults', () => {
    expect(launchOptions({})).toMatchObject({
      port: 3000,
      awsPort: 3001,
      dataDirectory: '.local',
      wantsDemo: true,
    });
  });

  test('follow the environment', () => {
    const environment = { PORT: '4000', DATA_DIR: 'memory', NO_DEMO: '1' };
    expect(launchOptions(environment)).toMatchObject({
      port: 4000,
      awsPort: 4001,
      dataDirectory: 'memory',
      wantsDemo: false,
    });
    expect(launchOptions({ PORT: '4000', AWS_PORT: '9' })).toMatchObject({ awsPort: 9 });
  });

  test.each(['-1', '65536', '3000x', '1e3'])('refuse %s as a port', (PORT) => {
    expect(() => launchOptions({ PORT })).toThrow('PORT must be a port');
  });
});
