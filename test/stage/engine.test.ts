import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startEngine } from '../../bin/local/dynamodb/engine.ts';
import { runEngine } from '../../bin/local/dynamodb/engine-process.ts';
import { eventually, handMadeAssembly, startStage, temporaryFolder } from '../support/hand-made.ts';

const processes = () => execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');

describe('the engine', () => {
  test('ends the stage with the reason when it crashes', async () => {
    const directory = temporaryFolder();
    const stage = await startStage({}, { dataDirectory: directory });
    const line = processes().find((one) => one.includes(directory) && one.includes('dynoxide serve'));
    process.kill(Number.parseInt(line ?? '', 10), 'SIGKILL');
    await expect(stage.broken).resolves.toMatch('The DynamoDB engine ended: SIGKILL');
  });

  test('leaves no process behind when it ends', async () => {
    const directory = temporaryFolder();
    const engine = await startEngine(directory);
    await engine.end();
    await eventually(() => processes().filter((one) => one.includes(directory))).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'does not listen on 127.0.0.1, where a web page could reach it',
    async () => {
      const engine = await startEngine(temporaryFolder());
      const { port } = new URL(engine.url);
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
        cause: { code: 'ECONNREFUSED' },
      });
      expect((await fetch(engine.url)).headers.get('server')).toContain('Dynoxide');
      await engine.end();
    },
  );

  test('does not mistake another program on its port for itself', async () => {
    const other = createServer((_, response) => response.end('{}'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const binary = `${process.cwd()}/node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`;
    await expect(runEngine(binary, ['--port', String(port)])).rejects.toThrow(/in use/);
    other.close();
  });

  test('is taken from DYNAMODB_ENDPOINT if it is set', async () => {
    const engine = await startEngine(temporaryFolder());
    const stage = await startStage(
      { functions: { Tell: 'export const handler = async () => process.env.AWS_ENDPOINT_URL_DYNAMODB;' } },
      { environment: { DYNAMODB_ENDPOINT: engine.url } },
    );
    expect(await stage.invoke('Tell', {})).toBe(engine.url);
    await engine.end();
  });

  test('must respond at DYNAMODB_ENDPOINT if it is set', async () => {
    const environment = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' };
    await expect(startStage({}, { assembly: handMadeAssembly({}), environment })).rejects.toThrow(
      'No DynamoDB engine responds at DYNAMODB_ENDPOINT=http://127.0.0.1:1',
    );
  });
});
