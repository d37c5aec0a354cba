/** A bucket that accepts calls and never responds. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Bucket } from '../../../shared/platform/bucket/bucket.ts';
import { forgetAll } from '../../../shared/platform/once.ts';

let requests = 0;
const silent = createServer(() => {
  requests += 1;
});

beforeEach(async () => {
  forgetAll();
  requests = 0;
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const variables = {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_MAX_ATTEMPTS: '1',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  silent.closeAllConnections();
  silent.close();
  forgetAll();
});

const read = async (bucket: Bucket) => {
  for await (const piece of bucket.read('key')) return piece;
  return undefined;
};

it.each<[string, (bucket: Bucket) => Promise<unknown>]>([
  ['check', (bucket) => bucket.has('key')],
  ['read', read],
  ['write', (bucket) => bucket.create('key', ['content'])],
  ['deletion', (bucket) => bucket.delete('key')],
])('a %s without a response fails after a minute', async (_, call) => {
  const failure = call(new Bucket('packages')).then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
  );
  await vi.waitFor(() => expect(requests).toBe(1));
  vi.advanceTimersByTime(59_000);
  expect(await Promise.race([failure, Promise.resolve('waiting')])).toBe('waiting');
  vi.advanceTimersByTime(1000);
  expect(await failure).toBe('TimeoutError');
});
