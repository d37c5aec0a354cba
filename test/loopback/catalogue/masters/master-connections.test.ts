/** Failed and forbidden connections to the server of a master. */
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { masterUrlRejection } from '../../../../shared/catalogue/masters/master-url.ts';
import { handleArrived, moveClock, reaching, withHeldClock } from '../../../support/held-clock.ts';
import { chunk, wave } from '../../../support/master-files.ts';
import { masterServer, withRanges } from '../../../support/master-server.ts';
import {
  distrustReceivers,
  listen,
  rawReceiver,
  stopReceivers,
  trustReceivers,
} from '../../../support/receivers.ts';
import { failed, invalid, valid, validate } from '../../../support/verdicts.ts';

const LIMIT_MS = 1000;
const GIGABYTE = 1e9;

beforeEach(trustReceivers);
afterEach(stopReceivers);
withHeldClock();

describe('a connection', () => {
  const CLOSED = failed('The server closed the connection without responding.');
  const LATE = failed('The server took too long to respond.');

  test('is attempted again after a rejection', async () => {
    const server = await masterServer(() => {});
    stopReceivers();
    expect((await validate(server.url)).verdict).toEqual(failed('Could not connect to the server.'));
  });

  test('is attempted again after an untrusted certificate', async () => {
    const server = await masterServer(withRanges({ bytes: wave() }));
    distrustReceivers();
    expect((await validate(server.url)).verdict).toEqual(
      failed('The certificate of the server is not from a trusted authority, or its chain is incomplete.'),
    );
    expect(server.received).toEqual([]);
  });

  test.each([
    ['before a response', ''],
    ['within the headers', 'HTTP/1.1 206 Partial'],
    [
      'within the content',
      `HTTP/1.1 206 Partial Content\r\nContent-Length: 200\r\nContent-Range: bytes 0-199/200\r\n\r\nRIFF`,
    ],
    ['within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nRIFF'],
  ])('is attempted again after it breaks %s', async (_, text) => {
    const port = await rawReceiver((socket, reset) => {
      socket.once('data', () =>
        text ? socket.write(text, () => void handleArrived().then(reset)) : reset(),
      );
    });
    expect((await validate(`https://127.0.0.1:${port}/`)).verdict).toEqual(CLOSED);
  });

  test('is attempted again when no content arrives', async () => {
    const server = await masterServer((_request, response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end(),
    );
    expect((await validate(server.url)).verdict).toEqual(failed('The server sent no content of the file.'));
  });

  test.each([
    ['never responds', () => {}],
    [
      'drips its content',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200, { 'content-length': GIGABYTE });
        const drip = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('ends at the time limit of a request with a server that %s', async (_, respond) => {
    const server = await masterServer((_request, response) => respond(response));
    const validating = validate(server.url, { requestTimeoutMs: LIMIT_MS });
    await reaching(() => server.received.length > 0);
    await handleArrived();
    await moveClock(LIMIT_MS);
    expect(await validating).toMatchObject({ verdict: LATE, durationMs: LIMIT_MS });
    await reaching(() => server.connections.size === 0);
  });

  test('ends at the time limit of the validation if every part is slow', async () => {
    const chunks = Array.from({ length: 20 }, () => chunk('JUNK', Buffer.alloc(100_000)));
    const respond = withRanges({ bytes: wave({ before: chunks }) });
    const server = await masterServer((request, response) => {
      setTimeout(() => respond(request, response), LIMIT_MS / 2);
    });
    const validating = validate(server.url, { timeoutMs: 1.25 * LIMIT_MS });
    for (const requests of [1, 2]) {
      await reaching(() => server.received.length === requests);
      await moveClock(LIMIT_MS / 2);
    }
    await reaching(() => server.received.length === 3);
    await moveClock(LIMIT_MS / 4);
    expect(await validating).toMatchObject({ verdict: LATE, durationMs: 1.25 * LIMIT_MS });
  });

  test('ends at the time limit of a request if the TLS handshake gets no response', async () => {
    const { port, connections } = await listen(createServer());
    const validating = validate(`https://127.0.0.1:${port}/`, { requestTimeoutMs: LIMIT_MS });
    await reaching(() => connections.size > 0);
    await moveClock(LIMIT_MS);
    expect(await validating).toMatchObject({ verdict: LATE, durationMs: LIMIT_MS });
  });
});

describe('the address guard', () => {
  const NOT_PUBLIC = invalid('The host of the URL must resolve only to public addresses.');

  test.each([
    ['http://example.com/master.wav', 'The URL must be absolute and start with https://.'],
    ['https://user:password@example.com/', 'The URL must not contain credentials.'],
  ])('rejects %s', async (url, error) => {
    expect(await validate(url)).toMatchObject({ verdict: invalid(error), requests: 0 });
    expect(masterUrlRejection(url, [])).toBe(error);
  });

  test('rejects a private address, immediately if it is in the URL', async () => {
    const server = await masterServer(withRanges({ bytes: wave() }));
    expect(await validate(server.url, { allowedCidrs: [] })).toMatchObject({
      verdict: NOT_PUBLIC,
      requests: 0,
    });
    expect(server.connections.size).toBe(0);
    expect(masterUrlRejection(server.url, [])).toBe(NOT_PUBLIC.errors[0]);
    expect(masterUrlRejection(server.url, ['127.0.0.0/8'])).toBeUndefined();
    expect(masterUrlRejection('https://localhost/', [])).toBeUndefined();
  });

  test.each([
    ['to a private address', ['10.0.0.1']],
    ['to a public and a private address', ['93.184.215.14', '10.0.0.1']],
    ['to nothing', []],
  ])('rejects a name that resolves %s with the same sentence', async (_, addresses) => {
    const lookup = async () => addresses;
    expect((await validate('https://masters.example/', { lookup })).verdict).toEqual(NOT_PUBLIC);
  });

  test('resolves a name once for all requests', async () => {
    const bytes = wave({ before: [chunk('JUNK', Buffer.alloc(100_000))] });
    const server = await masterServer((request, response) => {
      response.shouldKeepAlive = false;
      withRanges({ bytes })(request, response);
    });
    const responses = [['127.0.0.1']];
    const lookup = async () => responses.shift() ?? ['10.0.0.1'];
    const { verdict, requests } = await validate(`https://localhost:${server.port}/`, { lookup });
    expect([verdict, requests]).toEqual([valid, 2]);
  });
});
