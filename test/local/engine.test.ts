import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startEngine } from '../../infra/local/dynamodb/engine.ts';
import { runEngine } from '../../infra/local/dynamodb/engine-process.ts';
import { eventually, handMadeAssembly, startStage, temporaryFolder } from './hand-made.ts';

const processes = () => execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');

describe('the engine', () => {
  test('that ends by itself says so', async () => {
    const directory = temporaryFolder();
    const stage = await startStage({}, { dataDirectory: directory });
    const line = processes().find((one) => one.includes(directory) && one.includes('dynoxide serve'));
    process.kill(Number.parseInt(line ?? '', 10), 'SIGKILL');
    await expect(stage.broken).resolves.toMatch('The DynamoDB engine ended: SIGKILL');
  });

  test('that is stopped leaves no process behind', async () => {
    const directory = temporaryFolder();
    const engine = await startEngine(directory);
    await engine.stop();
    await eventually(() => processes().filter((one) => one.includes(directory))).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('is not where a web page would look for it', async () => {
    const engine = await startEngine(temporaryFolder());
    const { port } = new URL(engine.url);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
    expect((await fetch(engine.url)).headers.get('server')).toContain('Dynoxide');
    await engine.stop();
  });

  test('does not take a port on which another program answers for its own', async () => {
    const other = createServer((_, response) => response.end('{}'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const binary = `${process.cwd()}/node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`;
    await expect(runEngine(binary, ['--port', String(port)])).rejects.toThrow(/in use/);
    other.close();
  });

  test('of DYNAMODB_ENDPOINT is used as it is', async () => {
    const engine = await startEngine(temporaryFolder());
    const stage = await startStage(
      { functions: { Tell: 'export const handler = async () => process.env.AWS_ENDPOINT_URL_DYNAMODB;' } },
      { environment: { DYNAMODB_ENDPOINT: engine.url } },
    );
    expect(await stage.invoke('Tell', {})).toBe(engine.url);
    await engine.stop();
  });

  test('of DYNAMODB_ENDPOINT that does not answer is refused', async () => {
    const environment = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' };
    await expect(startStage({}, { assembly: handMadeAssembly({}), environment })).rejects.toThrow(
      'No DynamoDB engine answers at DYNAMODB_ENDPOINT=http://127.0.0.1:1',
    );
  });
});
