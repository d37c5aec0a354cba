import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/endpoint-secret.ts';
import {
  ATTEMPT_TIMEOUT_MS,
  type AttemptOptions,
  attempt,
} from '../../../../shared/webhooks/sending/attempt.ts';
import { BODY_TIMEOUT_MS, EXCERPT_TIMEOUT_MS } from '../../../../shared/webhooks/sending/post.ts';
import {
  handleArrived,
  moveClock,
  nextResponse,
  reaching,
  withHeldClock,
} from '../../../support/held-clock.ts';
import { listen, rawReceiver, receiver, stopReceivers, trustReceivers } from '../../../support/receivers.ts';
import { verifiedEvent } from '../../../support/verified-event.ts';

const secret = newSigningSecret();
const eventId = 'evt_8d6b3a0e-5a55-4f0c-9d53-0f3f2a3f1c11';
const body = JSON.stringify({ id: eventId, type: 'webhook.test', data: { message: 'Grüße, 日本' } });

beforeEach(trustReceivers);
afterEach(stopReceivers);
withHeldClock();

const send = (url: string, options: Partial<AttemptOptions> = {}) =>
  attempt({ url, eventId, body, secret }, { allowedCidrs: ['127.0.0.1/32'], ...options });

const sendToPort = (port: number, options?: Partial<AttemptOptions>) =>
  send(`https://127.0.0.1:${port}/`, options);

const status =
  (code: number, headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end();

describe('the request', () => {
  test('is a POST of the exact body with only the headers of the specification', async () => {
    const { port, received } = await receiver(status(204));
    await send(`https://localhost:${port}/hooks?for=me#part`, { lookup: async () => ['127.0.0.1'] });
    expect(received).toEqual([
      {
        path: '/hooks?for=me',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Service-Webhooks/1.0',
          'service-event-id': eventId,
          'service-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
          'content-length': String(Buffer.byteLength(body)),
          host: `localhost:${port}`,
          connection: 'keep-alive',
        },
      },
    ]);
  });

  test('is signed when it is sent', async () => {
    const { port, received } = await receiver(status(204));
    await sendToPort(port);
    await sendToPort(port, { now: () => new Date('2026-11-20T12:00:00Z') });
    const headers = received.map((request) => String(request.headers['service-signature']));
    expect(verifiedEvent(received[0]?.body ?? '', headers[0] ?? '', secret)).toEqual(JSON.parse(body));
    expect(headers[1]).toMatch(/^t=1795176000,/);
  });
});

describe('responses', () => {
  test.each([200, 201, 202, 204, 206, 299])('acknowledge the event with status %i', async (code) => {
    const { port } = await receiver(status(code));
    const now = () => new Date('2026-11-20T12:00:00Z');
    expect(await sendToPort(port, { now })).toEqual({
      outcome: 'acknowledged',
      status: code,
      retryAfter: null,
      at: '2026-11-20T12:00:00.000Z',
      durationMs: expect.any(Number),
      excerpt: null,
      error: null,
    });
  });

  test.each([300, 400, 404, 410, 429, 500, 503])(
    'do not acknowledge the event with status %i',
    async (code) => {
      const { port } = await receiver(status(code, { 'Retry-After': '120' }));
      const failed = { outcome: 'failed', status: code, retryAfter: '120', error: null };
      expect(await sendToPort(port)).toMatchObject(failed);
    },
  );

  test.each([301, 302, 303, 307, 308])('are not followed when they redirect with %i', async (code) => {
    const target = await receiver(status(200));
    const { port } = await receiver(status(code, { Location: `https://127.0.0.1:${target.port}/` }));
    expect(await sendToPort(port)).toMatchObject({ outcome: 'failed', status: code });
    expect(target.received).toEqual([]);
  });

  test('count by their final status after interim responses', async () => {
    const { port } = await receiver((_request, response) => {
      response.writeProcessing();
      response.writeHead(500).end();
    });
    expect(await sendToPort(port)).toMatchObject({ outcome: 'failed', status: 500 });
  });

  test('acknowledge immediately with an endless body, and close the connection', async () => {
    const { port, connections } = await receiver((_request, response) => {
      response.writeHead(200).write('still');
    });
    const responded = nextResponse();
    const sending = sendToPort(port);
    await responded;
    await moveClock(EXCERPT_TIMEOUT_MS);
    expect(await sending).toMatchObject({ outcome: 'acknowledged', durationMs: 0 });
    await moveClock(BODY_TIMEOUT_MS - EXCERPT_TIMEOUT_MS - 1);
    expect(connections.size).toBe(1);
    await moveClock(1);
    await reaching(() => connections.size === 0);
  });

  test.each([200, 500])('are cut off when they flood the connection: %i', async (code) => {
    const { port, connections } = await receiver((_request, response) => {
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.writeHead(code).on('drain', flood);
      flood();
    });
    expect(await sendToPort(port)).toMatchObject({ status: code });
    await reaching(() => connections.size === 0);
  });

  test('are read to the end if short, so that the receiver sees no broken connection', async () => {
    const ended = Promise.withResolvers<boolean>();
    const responded = nextResponse();
    const { port } = await receiver((request, response) => {
      response.writeHead(200).flushHeaders();
      request.socket.on('close', (hadError) => ended.resolve(!hadError && response.writableFinished));
      void responded.then(() => response.end('{"received":true}'));
    });
    await sendToPort(port);
    stopReceivers();
    expect(await ended.promise).toBe(true);
  });
});

describe('the excerpt of a response', () => {
  test.each([200, 500])('is the beginning of the body of a %i', async (code) => {
    const { port } = await receiver((_request, response) => {
      response.writeHead(code).end(`Grüße ${'x'.repeat(600)}`);
    });
    const { excerpt } = await sendToPort(port);
    expect(excerpt).toBe(`Grüße ${'x'.repeat(492)}`);
  });

  test('is what has arrived of an endless body, without waiting for the rest', async () => {
    const { port, connections } = await receiver((_request, response) => {
      response.writeHead(500).write('Out of disk');
    });
    const responded = nextResponse();
    const sending = sendToPort(port);
    await responded;
    await moveClock(EXCERPT_TIMEOUT_MS);
    expect(await sending).toMatchObject({ excerpt: 'Out of disk', durationMs: 0 });
    expect(connections.size).toBe(1);
  });

  test('changes neither the time limit nor the status of the attempt', async () => {
    const { port } = await receiver((_request, response) => {
      response.writeHead(200).write('Thanks');
    });
    const timeoutMs = EXCERPT_TIMEOUT_MS - 1;
    const responded = nextResponse();
    const sending = sendToPort(port, { timeoutMs });
    await responded;
    await moveClock(timeoutMs);
    expect(await sending).toMatchObject({ outcome: 'acknowledged', status: 200, excerpt: 'Thanks' });
  });

  test('does not contain the signature and the secret that the receiver echoes', async () => {
    const { port } = await receiver((request, response) => {
      response.writeHead(400).end(`${request.headers['service-signature']} is not of ${secret}`);
    });
    const { excerpt } = await sendToPort(port);
    expect(excerpt).toMatch(/^t=\d+,v1=\*{64} is not of \*{70}$/);
  });

  test('does not contain parts or encodings of them', async () => {
    const { port } = await receiver((request, response) => {
      const signed = String(request.headers['service-signature']).slice(-64);
      const parts = [secret.slice(0, 30), secret.slice(30)];
      const encoded = [signed, secret].map((each) => Buffer.from(each).toString('base64'));
      response.writeHead(400).end(`Got ${JSON.stringify({ parts, encoded })}.`);
    });
    const { excerpt } = await sendToPort(port);
    expect(excerpt?.replace(/\*+/g, '*')).toMatch(
      /^Got \{"parts":\["(\*|whsec_\*)","\*"\],"encoded":\["\*={0,2}","\*={0,2}"\]\}\.$/,
    );
  });

  test('is omitted if the body is compressed or missing', async () => {
    const { port } = await receiver((request, response) => {
      if (request.url === '/empty') response.writeHead(500).end();
      else response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync(secret));
    });
    const excerpts = ['empty', 'gzip'].map(
      async (path) => (await send(`https://127.0.0.1:${port}/${path}`)).excerpt,
    );
    expect(await Promise.all(excerpts)).toEqual([null, null]);
  });
});

describe('an attempt without a response', () => {
  const failed = { outcome: 'failed', status: null, retryAfter: null, excerpt: null };

  /** @param reached is what the attempt has reached when its time runs out. */
  async function expectTimeout(port: number, reached: () => unknown) {
    const sending = sendToPort(port);
    await reaching(reached);
    await handleArrived();
    await moveClock(ATTEMPT_TIMEOUT_MS - 1);
    await moveClock(1);
    expect(await sending).toMatchObject({ ...failed, error: 'timeout', durationMs: ATTEMPT_TIMEOUT_MS });
  }

  test('fails when no response arrives in time', async () => {
    const { port, received, connections } = await receiver(() => {});
    await expectTimeout(port, () => received.length);
    await reaching(() => connections.size === 0);
  });

  test('fails when the receiver drips headers', async () => {
    let drops = 0;
    const port = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => {
        drops += 1;
        socket.write('X-Drip: drip\r\n');
      }, 20);
      socket.on('error', () => {}).on('close', () => clearInterval(drip));
    });
    await expectTimeout(port, () => drops > 2);
  });

  test('fails when the TLS handshake gets no response', async () => {
    const { port, connections } = await listen(createServer());
    await expectTimeout(port, () => connections.size);
  });

  test('fails when the receiver closes the connection', async () => {
    const port = await rawReceiver((socket) =>
      socket.on('error', () => {}).once('data', () => socket.destroy()),
    );
    expect(await sendToPort(port)).toMatchObject({ ...failed, error: 'no_response' });
  });

  test('fails when the response is not HTTP', async () => {
    const port = await rawReceiver((socket) =>
      socket.on('error', () => {}).end('220 mail.example ESMTP\r\n'),
    );
    expect(await sendToPort(port)).toMatchObject({ ...failed, error: 'no_response' });
  });

  test('fails when the port is closed', async () => {
    const { port } = await receiver(status(200));
    stopReceivers();
    expect(await sendToPort(port)).toMatchObject({ ...failed, error: 'unreachable' });
  });
});

describe('the address guard', () => {
  test('checks every attempt', async () => {
    const { port, connections } = await receiver(status(200));
    const url = `https://127.0.0.1:${port}/`;
    expect(await send(url, { allowedCidrs: [] })).toMatchObject({
      outcome: 'failed',
      error: 'address_refused',
    });
    expect(await send(url.replace('https', 'http'))).toMatchObject({
      outcome: 'failed',
      error: 'url_refused',
    });
    expect(connections.size).toBe(0);
  });

  test('rejects a host with one public and one private address', async () => {
    const { port, received } = await receiver(status(200));
    const lookup = async () => ['127.0.0.1', '10.0.0.1'];
    expect(await send(`https://localhost:${port}/`, { lookup })).toMatchObject({ error: 'address_refused' });
    expect(received).toEqual([]);
  });

  test('resolves a name only once, so that a second lookup cannot differ', async () => {
    const checked = await receiver(status(200));
    const inside = await receiver(status(200), '127.0.0.2', checked.port);
    const responses = [['127.0.0.1'], ['127.0.0.2']];
    const lookup = async () => responses.shift() ?? [];
    expect(await send(`https://localhost:${checked.port}/`, { lookup })).toMatchObject({ status: 200 });
    expect([checked.received.length, inside.received.length, responses.length]).toEqual([1, 0, 1]);
  });

  test('reports a host that does not resolve', async () => {
    const unresolvable = { outcome: 'failed', status: null, error: 'unresolvable' };
    expect(await send('https://hooks.example/', { lookup: async () => [] })).toMatchObject(unresolvable);
  });

  test('shares the time limit of the attempt', async () => {
    const { port, received } = await receiver(status(200));
    const lookup = (_hostname: string, timeoutMs: number) =>
      new Promise<string[]>((resolve) => setTimeout(resolve, timeoutMs, ['127.0.0.1']));
    const sending = send(`https://localhost:${port}/`, { lookup, timeoutMs: 150 });
    await moveClock(150);
    expect(await sending).toMatchObject({ outcome: 'failed', error: 'timeout' });
    expect(received).toEqual([]);
  });
});

test('tries the next address when one rejects the connection', async () => {
  const { port, received } = await receiver(status(200));
  const options = { allowedCidrs: ['127.0.0.0/8'], lookup: async () => ['127.0.0.3', '127.0.0.1'] };
  expect(await send(`https://localhost:${port}/`, options)).toMatchObject({ outcome: 'acknowledged' });
  expect(received).toHaveLength(1);
});
