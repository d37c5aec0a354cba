import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { seedDemo } from '../../infra/local/command-line/seed.ts';
import { eventually, temporaryFolder } from './hand-made.ts';
import { jumpingClock } from './jumping-clock.ts';

/** Responses to the sign-in, one per request; the last one is repeated. */
let signIns: [status: number, headers?: Record<string, string>][] = [];
const labels = new Set<string>();
const api = createServer((request, response) => {
  if (request.url === '/oauth/token') {
    const [status, headers] = (signIns.length > 1 ? signIns.shift() : signIns[0]) ?? [500];
    response.writeHead(status, headers).end('{"access_token":"token"}');
    return;
  }
  request.setEncoding('utf8').on('data', (text: string) => labels.add(JSON.parse(text).data.attributes.name));
  request.on('end', () => response.writeHead(201).end('{}'));
});
await once(api.listen(0, '127.0.0.1'), 'listening');
afterAll(() => api.close());
const { port } = api.address() as AddressInfo;
beforeEach(() => labels.clear());

const stageIn = (dataDirectory: string) => ({
  url: `http://127.0.0.1:${port}`,
  dataDirectory,
  invoke: () => Promise.resolve({ result: {} }),
});

describe('the demo data', () => {
  test('is completed once the rate limit of the sign-in has passed', async () => {
    const clock = jumpingClock();
    const stage = stageIn(temporaryFolder());
    signIns = [[429, { 'retry-after': '40' }], [200]];
    expect(await seedDemo(stage, clock)).toBe(
      'The demo data is incomplete, and will be retried in 40 s: The demo sign-in failed with status 429.',
    );
    expect(labels.size).toBe(0);
    clock.jump(40_000);
    await eventually(() => existsSync(join(stage.dataDirectory, 'demo-data'))).toBe(true);
    expect(labels.size).toBe(2);
  });

  test('is left to the next start after a permanent failure of the sign-in', async () => {
    const stage = stageIn(temporaryFolder());
    signIns = [[422]];
    expect(await seedDemo(stage)).toContain(
      'the next start will try again: The demo sign-in failed with status 422.',
    );
    expect(existsSync(join(stage.dataDirectory, 'demo-data'))).toBe(false);
    signIns = [[200]];
    expect(await seedDemo(stage)).toBeUndefined();
    expect(labels.size).toBe(2);
  });
});
