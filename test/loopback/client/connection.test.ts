/** Calls of the client: what it repeats and how, its tokens, and its errors. The server is scripted. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { collectionOf } from '../../../bin/client/runtime/collection.ts';
import { type ClientOptions, Connection } from '../../../bin/client/runtime/connection.ts';
import { ApiError, ConnectionError } from '../../../bin/client/runtime/errors.ts';
import { typeTable } from '../../../bin/client/tables.ts';
import { albumDsps } from '../../../shared/catalogue/api/album-dsps.ts';
import { labels } from '../../../shared/catalogue/api/labels.ts';
import { webhookEndpoints } from '../../../shared/webhooks/api/webhook-endpoints.ts';

interface Label {
  readonly id: string;
  readonly name: string;
}

interface Labels {
  readonly get: (id: string, options?: object) => Promise<Label>;
  readonly create: (label: object, options?: object) => Promise<Label>;
  readonly update: (id: string, changes: object, options?: object) => Promise<Label>;
  readonly delete: (id: string) => Promise<void>;
  readonly iterate: (options?: object) => AsyncGenerator<Label>;
}

class RequiredError extends ApiError {}

const known = { byCode: { required: RequiredError }, codeless: { 'Sign-in failed': 'invalid_credentials' } };

/** A response, or what happens to the connection instead. */
type Reply = 'broken' | { status?: number; headers?: Record<string, string>; body?: unknown };

interface Scripted {
  readonly url: string;
  readonly requests: readonly {
    method: string;
    path: string;
    headers: IncomingMessage['headers'];
    body: string;
  }[];
}

/** @param script responses in the order of requests; the last one repeats. */
async function scripted(...script: readonly Reply[]): Promise<Scripted> {
  const requests: Scripted['requests'][number][] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = Buffer.concat(await request.toArray()).toString();
    const next = script[Math.min(requests.length, script.length - 1)] ?? 'broken';
    requests.push({ method, path: decodeURIComponent(path), headers, body });
    if (next === 'broken') return void request.socket.destroy();
    response.writeHead(next.status ?? 200, next.headers);
    response.end(next.body === undefined ? '' : JSON.stringify(next.body));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** A client that notes its waits instead of waiting. */
function clientOf({ url }: Pick<Scripted, 'url'>, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const retry = { sleep: async (ms: number) => void waits.push(ms), random: () => 1, ...options.retry };
  const connection = new Connection({ baseUrl: url, token: 'first', ...options, retry }, known);
  return { connection, waits, labels: collectionOf<Labels>(connection, typeTable(labels)) };
}

const label = (id = '17') => ({ type: 'labels', id, attributes: { name: 'Blue Room' } });
const found: Reply = { body: { data: label() } };
const failed = (status: number, error: object = {}, headers = {}): Reply => ({
  status,
  headers,
  body: { errors: [{ status: String(status), ...error }] },
});
const unauthenticated = failed(401, { code: 'not_authenticated' });

test('a call is repeated after 429, 503 and a broken connection, with growing delays or Retry-After', async () => {
  const server = await scripted(failed(503), 'broken', failed(429, {}, { 'Retry-After': '7' }), found);
  const { labels, waits } = clientOf(server);
  expect(await labels.get('17')).toEqual({ id: '17', name: 'Blue Room' });
  expect(waits).toEqual([500, 1000, 8000]);
});

test('delays vary', async () => {
  const server = await scripted(failed(500), found);
  const { labels, waits } = clientOf(server, { retry: { random: () => 0 } });
  await labels.get('17');
  expect(waits).toEqual([250]);
});

test('a call fails after five attempts, or if the wait would be too long', async () => {
  const down = await scripted(failed(503, { code: 'table_unavailable', detail: 'Try later.' }));
  await expect(clientOf(down).labels.get('17')).rejects.toMatchObject({
    status: 503,
    code: 'table_unavailable',
    message: 'Try later.',
  });
  expect(down.requests).toHaveLength(5);
  const slow = await scripted(failed(429, {}, { 'Retry-After': '3600' }));
  await expect(clientOf(slow).labels.get('17')).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: 3600,
  });
  expect(slow.requests).toHaveLength(1);
});

test('a statement is polled with constant delays until it is prepared', async () => {
  const preparing = failed(503, { code: 'statement_in_preparation' }, { 'Retry-After': '1' });
  const server = await scripted(...Array.from({ length: 24 }, () => preparing), found);
  const { labels, waits } = clientOf(server);
  expect(await labels.get('17')).toEqual({ id: '17', name: 'Blue Room' });
  expect(waits).toEqual(Array.from({ length: 24 }, () => 1250));
  const once = await scripted(preparing);
  await expect(clientOf(once, { retry: { attempts: 1 } }).labels.get('17')).rejects.toMatchObject({
    status: 503,
  });
  expect(once.requests).toHaveLength(1);
});

test('a call without a response fails with a ConnectionError', async () => {
  const server = await scripted('broken');
  await expect(clientOf(server).labels.get('17')).rejects.toThrow(ConnectionError);
});

test('an attempt that takes too long is repeated', async () => {
  let attempts = 0;
  const slowFirst: typeof fetch = async (_, init) => {
    attempts += 1;
    if (attempts > 1) return Response.json({ data: label() });
    return new Promise((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    );
  };
  const client = clientOf({ url: 'https://api.example.com' }, { fetch: slowFirst, timeoutMs: 50 });
  expect(await client.labels.get('17')).toMatchObject({ id: '17' });
  expect(attempts).toBe(2);
});

test('a rejected call is not repeated and throws the class of its code', async () => {
  const error = {
    code: 'required',
    detail: 'name is required.',
    source: { pointer: '/data/attributes/name' },
  };
  const server = await scripted(failed(422, error));
  const rejected = await clientOf(server)
    .labels.create({})
    .catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(RequiredError);
  expect(rejected).toMatchObject({ name: 'RequiredError', status: 422, pointer: '/data/attributes/name' });
  expect(server.requests).toHaveLength(1);
});

test('a response that is not a document throws an error with its status', async () => {
  const server = await scripted({ status: 413, body: { message: 'Request Too Long' } });
  const rejected = clientOf(server).labels.get('17');
  await expect(rejected).rejects.toMatchObject({ status: 413, code: null, errors: [] });
});

test('a repeated creation keeps its idempotency key, and each creation has another', async () => {
  const server = await scripted('broken', failed(409, {}, { 'Retry-After': '1' }), found);
  const { labels } = clientOf(server);
  await labels.create({ name: 'Blue Room' });
  await labels.create({ name: 'Blue Room' });
  await labels.create({ name: 'Blue Room' }, { idempotencyKey: 'label-17' });
  const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  expect(keys[4]).toBe('label-17');
  expect(server.requests[0]?.body).toBe('{"data":{"type":"labels","attributes":{"name":"Blue Room"}}}');
});

test('a repeated deletion accepts a 404 only if an earlier attempt may have succeeded', async () => {
  const { labels } = clientOf(await scripted('broken', failed(404, { code: 'unknown_record' })));
  await expect(labels.delete('17')).resolves.toBeUndefined();
  const unknown = clientOf(await scripted(failed(429), failed(404, { code: 'unknown_record' })));
  await expect(unknown.labels.delete('17')).rejects.toMatchObject({ status: 404 });
});

test('an update sends the version it is based on', async () => {
  const server = await scripted(found);
  await clientOf(server).labels.update(
    '17',
    { name: 'Red Room', description: undefined },
    { ifMatch: '"3-x"' },
  );
  expect(server.requests[0]).toMatchObject({
    method: 'PATCH',
    headers: { 'if-match': '"3-x"', 'content-type': 'application/vnd.api+json' },
    body: '{"data":{"id":"17","type":"labels","attributes":{"name":"Red Room"}}}',
  });
});

test('an aborted call ends with the reason, even while it waits', async () => {
  const controller = new AbortController();
  const server = await scripted(failed(503));
  let sleeps = 0;
  const sleep = async (_: number, signal?: AbortSignal) => {
    sleeps += 1;
    controller.abort(new Error('stopped'));
    signal?.throwIfAborted();
  };
  const { labels } = clientOf(server, { retry: { sleep } });
  await expect(labels.get('17', { signal: controller.signal })).rejects.toThrow('stopped');
  await expect(labels.get('17', { signal: controller.signal })).rejects.toThrow('stopped');
  expect({ sleeps, requests: server.requests.length }).toEqual({ sleeps: 1, requests: 1 });
});

test('a token function is called again after a rejected token, and the call is repeated once', async () => {
  const server = await scripted(unauthenticated, found);
  const rejected: (string | undefined)[] = [];
  const token = (last?: string) => {
    rejected.push(last);
    return last === undefined ? 'old' : 'new';
  };
  await clientOf(server, { token }).labels.get('17');
  expect(rejected).toEqual([undefined, 'old']);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  const closed = await scripted(unauthenticated);
  let made = 0;
  const another = () => `token-${++made}`;
  await expect(clientOf(closed, { token: another }).labels.get('17')).rejects.toMatchObject({ status: 401 });
  expect(closed.requests).toHaveLength(2);
});

test('a signed-in client signs in again, once for concurrent calls', async () => {
  const signIns: unknown[] = [];
  const byToken: typeof fetch = async (address, init) => {
    if (String(address).endsWith('/api/v1/oauth/token')) {
      signIns.push(JSON.parse(String(init?.body)));
      return Response.json({ access_token: `token-${signIns.length}` });
    }
    const isValid = new Headers(init?.headers).get('Authorization') === 'Bearer token-2';
    return isValid
      ? Response.json({ data: label() })
      : Response.json({ errors: [{ code: 'not_authenticated' }] }, { status: 401 });
  };
  const { connection, labels } = clientOf({ url: 'https://api.example.com' }, { fetch: byToken });
  const login = { email: 'admin@demo.example', password: 'Demo-Password-1' };
  expect(await connection.signIn(login)).toBe('token-1');
  expect(await Promise.all([labels.get('1'), labels.get('2')])).toHaveLength(2);
  expect(signIns).toEqual(Array(2).fill({ ...login, grant_type: 'password' }));
});

test('a failed sign-in has its code and keeps no credentials', async () => {
  const server = await scripted(failed(401, { title: 'Sign-in failed' }));
  const { connection, labels } = clientOf(server);
  const login = { email: 'admin@demo.example', password: 'wrong' };
  await expect(connection.signIn(login)).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
  await expect(labels.get('17')).rejects.toMatchObject({ status: 401 });
  expect(server.requests).toHaveLength(2);
});

test('pages are read one after another, as far as the caller goes', async () => {
  const page = (id: string, next: string | null): Reply => ({
    body: { data: [label(id)], links: { next } },
  });
  const server = await scripted(page('1', 'there'), page('2', 'there'), page('3', null));
  const ids: string[] = [];
  for await (const { id } of clientOf(server).labels.iterate({ sort: '-name' })) ids.push(id);
  expect(ids).toEqual(['1', '2', '3']);
  expect(server.requests.map(({ path }) => path)).toEqual(
    [1, 2, 3].map((number) => `/api/v1/labels?sort=-name&page[number]=${number}&page[size]=100`),
  );
  const long = await scripted(page('1', 'there'));
  for await (const { id } of clientOf(long).labels.iterate()) if (id === '1') break;
  expect(long.requests).toHaveLength(1);
});

test('iterate throws after the last record if a page lacks records that cannot be shown', async () => {
  const page = (id: string, next: string | null, unreadable?: readonly object[]): Reply => ({
    body: {
      data: [{ type: 'labels', id, attributes: { name: id } }],
      meta: {
        page: { 'current-page': 1, 'per-page': 1, total: 2, 'last-page': 2 },
        ...(unreadable && { unreadable }),
      },
      links: { next },
    },
  });
  const lost = { type: 'labels', id: '17' };
  const server = await scripted(page('1', 'there', [lost]), page('2', null, [lost]));
  const ids: string[] = [];
  const reading = async () => {
    for await (const { id } of clientOf(server).labels.iterate()) ids.push(id);
  };
  await expect(reading()).rejects.toEqual(
    expect.objectContaining({
      name: 'UnreadableRecordsError',
      records: [lost],
      message: 'The list is not complete. These records exist and cannot be shown at the moment: labels 17.',
    }),
  );
  expect(ids).toEqual(['1', '2']);
});

test('an action sends no input, attributes or records', async () => {
  const server = await scripted({ body: { data: [] } });
  const { connection } = clientOf(server);
  const endpoints = collectionOf<{
    readonly rotateSecret: (id: string, options?: object) => Promise<unknown>;
    readonly recover: (id: string, attributes: object) => Promise<unknown>;
  }>(connection, typeTable(webhookEndpoints));
  const links = collectionOf<{ readonly bulkAssign: (records: readonly object[]) => Promise<unknown> }>(
    connection,
    typeTable(albumDsps),
  );
  await endpoints.rotateSecret('17', { fields: { 'webhook-endpoints': ['signing-secret'] } });
  await endpoints.recover('17', { since: '2026-11-20T12:00:00Z' });
  await links.bulkAssign([{ album: '1', dsp: { id: '4' } }]);
  expect(server.requests.map(({ path, body }) => `${path} ${body}`)).toEqual([
    '/api/v1/webhook-endpoints/17/rotate-secret?fields[webhook-endpoints]=signing-secret ',
    '/api/v1/webhook-endpoints/17/recover {"data":{"type":"webhook-endpoints","attributes":{"since":"2026-11-20T12:00:00Z"}}}',
    '/api/v1/album-dsps/bulk/assign {"data":[{"type":"album-dsps","relationships":{"album":{"data":{"type":"albums","id":"1"}},"dsp":{"data":{"type":"dsps","id":"4"}}}}]}',
  ]);
});
