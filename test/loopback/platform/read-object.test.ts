/** Objects are read from the address of the AWS endpoint, within a time that a request can wait. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readObject } from '../../../shared/platform/bucket/read-object.ts';
import { forgetAll } from '../../../shared/platform/once.ts';

const asked: string[] = [];
let respond: (response: ServerResponse) => void = () => {};
const server = createServer(({ method, url }: IncomingMessage, response) => {
  asked.push(`${method} ${url}`);
  respond(response);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // As the local stage sets them, without an address for S3 alone.
  const variables = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_S3: undefined,
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  forgetAll();
});
afterEach(() => {
  vi.restoreAllMocks();
  asked.length = 0;
});
afterAll(() => {
  vi.unstubAllEnvs();
  forgetAll();
  server.closeAllConnections();
  server.close();
});

it('an object is read from the endpoint of all services', async () => {
  respond = (response) => response.end('content');
  expect(Buffer.from(await readObject('packages', { key: 'lists/labels/17', bytes: 7 })).toString()).toBe(
    'content',
  );
  expect(asked).toEqual(['GET /packages/lists/labels/17?x-id=GetObject']);
});

it('an object that does not exist is an error', async () => {
  respond = (response) =>
    response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<Error><Code>NoSuchKey</Code></Error>');
  await expect(readObject('packages', { key: 'gone', bytes: 7 })).rejects.toThrow(/NoSuchKey|UnknownError/);
  expect(asked).toHaveLength(1);
});

it('an object of unexpected length is not read', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  respond = (response) => {
    response.once('close', resolve).writeHead(200, { 'content-length': 5e12 }).write('con');
  };
  await expect(readObject('packages', { key: 'huge', bytes: 7 })).rejects.toThrow('instead of 7');
  await closed;
});

/** The channels of Node on which the client of HTTP says how far it is. */
it.each([
  ['does not begin', () => {}, 'http.client.request.start'],
  [
    'begins and does not end',
    (response: ServerResponse) => response.writeHead(200, { 'content-length': 7 }).write('con'),
    'http.client.response.finish',
  ],
])('a response that %s fails when time is up', async (_, begin, channel) => {
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  const end = () => setImmediate(() => time.abort());
  subscribe(channel, end);
  respond = begin;
  await expect(readObject('packages', { key: 'slow', bytes: 7 })).rejects.toThrow(/abort/);
  unsubscribe(channel, end);
  expect(timeout).toHaveBeenCalledWith(3000);
});
