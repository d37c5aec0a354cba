import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { launchOptions } from '../../infra/local/launch-options.ts';
import { startLocalStage } from '../../infra/local/start.ts';
import { readAssembly } from '../../infra/local/template/assembly.ts';
import { resourceTypes, typesWithoutMeaning } from '../../infra/local/template/resource-types.ts';
import { fingerprint, synthesize } from '../../infra/local/template/synthesize.ts';
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
    ['WEBHOOK_RETRY_GAPS', 'soon', 'WEBHOOK_RETRY_GAPS must be seconds'],
  ])('says what is wrong with %s=%s, in a sentence', async (name, value, sentence) => {
    const run = launch({ DATA_DIR: 'memory', [name]: value });
    expect(await run.ended).toBe(1);
    expect(run.said()).toContain(sentence);
    expect(run.said()).not.toContain('    at ');
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
