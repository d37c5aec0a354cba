/** Receivers that are hard to reach or to trust: addresses, TLS handshakes and certificates. */
import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createSecureServer as createHttp2Server } from 'node:http2';
import { connect, createServer, type Socket } from 'node:net';
import { setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Issued, issueCertificate } from '../../../../bin/local/certificates/issue-certificate.ts';
import { KeptConnections } from '../../../../shared/platform/egress/kept-connections.ts';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/endpoint-secret.ts';
import {
  ATTEMPT_TIMEOUT_MS,
  type AttemptOptions,
  attempt,
} from '../../../../shared/webhooks/sending/attempt.ts';
import { handleArrived, moveClock, reaching, withHeldClock } from '../../../support/held-clock.ts';
import {
  certificates,
  listen,
  rawReceiver,
  receiver,
  stopReceivers,
  trustReceivers,
} from '../../../support/receivers.ts';

const DAY = 24 * 3600 * 1000;
const secret = newSigningSecret();

beforeEach(trustReceivers);
afterEach(stopReceivers);
withHeldClock();

function sender() {
  const connections = new KeptConnections();
  onTestFinished(() => connections.close());
  return (url: string, options: Partial<AttemptOptions> = {}) =>
    attempt(
      { url, eventId: 'evt_1', body: '{}', secret },
      { allowedCidrs: ['127.0.0.0/8', '::1/128'], connections, ...options },
    );
}

/** @returns why the only attempt fails, before its time runs out. */
async function errorOf(port: number) {
  const { outcome, status, error } = await sender()(`https://127.0.0.1:${port}/`);
  expect({ outcome, status }).toEqual({ outcome: 'failed', status: null });
  return error;
}

const responding = (address?: string, port?: number) =>
  receiver((_request, response) => response.writeHead(204).end(), address, port);

describe('a certificate', async () => {
  const now = Date.now();
  const lasting = { from: new Date(now - DAY), until: new Date(now + DAY) };
  const authority = await issueCertificate({ name: 'Tests', ...lasting });
  const here = { name: 'here', hosts: ['127.0.0.1'], ...lasting };
  const trusted = () => setDefaultCACertificates([authority.certificate]);

  const receiverWith = ({ certificate: cert, key }: Issued) =>
    rawReceiver((socket) => void socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n')), {
      cert,
      key,
    });

  test('is accepted for its host while valid if its authority is trusted', async () => {
    const port = await receiverWith(await issueCertificate(here, authority));
    trusted();
    expect(await sender()(`https://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'acknowledged' });
  });

  const stranger = await issueCertificate({ name: 'Stranger', ...lasting });
  test.each([
    ['that has expired', issueCertificate({ ...here, until: new Date(now - 1000) }, authority), 'expired'],
    [
      'that is not yet valid',
      issueCertificate({ ...here, from: new Date(now + DAY / 2) }, authority),
      'expired',
    ],
    ['for another name', issueCertificate({ ...here, hosts: ['receiver.example'] }, authority), 'name'],
    ['for no name', issueCertificate({ ...here, hosts: [] }, authority), 'name'],
    ['self-signed', issueCertificate(here), 'untrusted'],
    ['of an unknown authority', issueCertificate(here, stranger), 'untrusted'],
    [
      'of a server that is not an authority',
      issueCertificate(here, await issueCertificate(here, authority)),
      'untrusted',
    ],
  ])('is rejected as such: %s', async (_, issued, reason) => {
    const port = await receiverWith(await issued);
    trusted();
    expect(await errorOf(port)).toBe(`certificate_${reason}`);
  });

  test('is checked again on each new connection', async () => {
    const { port, received } = await responding();
    const send = sender();
    const url = (host: string) => `https://${host}:${port}/`;
    const lookup = async () => ['127.0.0.1'];
    expect(await send(url('localhost'), { lookup })).toMatchObject({ outcome: 'acknowledged' });
    expect(await send(url('elsewhere.example'), { lookup })).toMatchObject({ error: 'certificate_name' });
    expect(received).toHaveLength(1);
  });
});

describe('a TLS handshake', () => {
  /** A receiver without TLS. */
  const plain = async (talk: (socket: Socket) => void) => (await listen(createServer(talk))).port;
  const ALERT = Buffer.from('15030300020228', 'hex');
  const HALF_RECORD = Buffer.from('1603034000', 'hex');

  test.each([
    ['with TLS 1.1 only', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['without a common cipher', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-CAMELLIA128-SHA256' }],
  ] satisfies [string, TlsOptions][])('%s fails', async (_, options) => {
    expect(await errorOf(await rawReceiver(() => {}, options))).toBe('tls');
  });

  test('fails the attempt with a server that speaks only HTTP/2', async () => {
    const { key, cert } = certificates;
    const { port } = await listen(createHttp2Server({ key, cert }));
    expect((await sender()(`https://127.0.0.1:${port}/`)).outcome).toBe('failed');
  });

  test('fails when it ends with an alert', async () => {
    expect(await errorOf(await plain((socket) => socket.once('data', () => socket.end(ALERT))))).toBe('tls');
  });

  test('fails at the time limit when it drips', async () => {
    let drops = 0;
    const port = await plain((socket) => {
      socket.write(HALF_RECORD);
      const timer = setInterval(() => socket.write('\0', () => (drops += 1)), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const sending = sender()(`https://127.0.0.1:${port}/`);
    await reaching(() => drops > 2);
    await handleArrived();
    await moveClock(ATTEMPT_TIMEOUT_MS);
    expect(await sending).toMatchObject({ error: 'timeout', durationMs: ATTEMPT_TIMEOUT_MS });
  });

  test('fails with a plain HTTP server and sends no request', async () => {
    let requests = 0;
    const { port } = await listen(createPlainServer(() => (requests += 1)));
    expect(await errorOf(port)).toBe('tls');
    expect(requests).toBe(0);
  });

  test('fails if a client certificate is required, after the request in TLS 1.3', async () => {
    const port = await rawReceiver(
      (socket) => void socket.once('data', () => socket.disableRenegotiation()),
      {
        requestCert: true,
        rejectUnauthorized: true,
      },
    );
    expect(await errorOf(port)).toBe('no_response');
  });
});

describe('the addresses of a host', () => {
  test('can be IPv6', async () => {
    const { port, received, handshakes } = await responding('::1');
    const send = sender();
    for (const url of [`https://[::1]:${port}/`, `https://localhost:${port}/`]) {
      expect(await send(url, { lookup: async () => ['::1'] })).toMatchObject({ outcome: 'acknowledged' });
    }
    expect([received.length, handshakes()]).toEqual([2, 2]);
  });

  test.each([[['127.0.0.1', '::1']], [['::1', '127.0.0.1']]])(
    'are tried in turn: %j with a receiver at the second',
    async (addresses) => {
      const { port, received } = await responding(addresses[1]);
      const lookup = async () => addresses;
      expect(await sender()(`https://localhost:${port}/`, { lookup })).toMatchObject({
        outcome: 'acknowledged',
      });
      expect(received).toHaveLength(1);
    },
  );

  test('are tried in turn when the first does not respond', async () => {
    const { port, received } = await responding();
    await silentListener('127.0.0.2', port);
    const lookup = async () => ['127.0.0.2', '127.0.0.1'];
    const result = await sender()(`https://localhost:${port}/`, { lookup });
    expect(result).toMatchObject({ outcome: 'acknowledged' });
    expect(received).toHaveLength(1);
  });
});

/** A listener with a full queue, so that its system ignores further connections. */
async function silentListener(host: string, port: number): Promise<void> {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     require('node:net').createServer().listen({ ...workerData, backlog: 1 }, () => {
       parentPort.postMessage('listening');
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true, workerData: { host, port } },
  );
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, 'message');
  const waiting = Array.from({ length: 4 }, () => connect(port, host).on('error', () => {}));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
  });
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
}
