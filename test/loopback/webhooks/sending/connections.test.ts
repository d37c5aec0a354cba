import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type KeepingOptions,
  KeptConnections,
  MAX_IDLE_MS,
} from '../../../../shared/platform/egress/kept-connections.ts';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/endpoint-secret.ts';
import {
  ATTEMPT_TIMEOUT_MS,
  type AttemptOptions,
  attempt,
} from '../../../../shared/webhooks/sending/attempt.ts';
import { handleArrived, moveClock, reaching, withHeldClock } from '../../../support/held-clock.ts';
import { rawReceiver, receiver, stopReceivers, trustReceivers } from '../../../support/receivers.ts';

const secret = newSigningSecret();
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

beforeEach(trustReceivers);
afterEach(stopReceivers);
withHeldClock();

/** Longer than a busy machine pauses between two attempts. */
const LONG_MS = 60_000;

/** A sender with its own connections. */
function sender(keeping: KeepingOptions = {}) {
  const connections = new KeptConnections({ maxIdleMs: LONG_MS, ...keeping });
  onTestFinished(() => connections.close());
  const send = (url: string, options: Partial<AttemptOptions> = {}) =>
    attempt(
      { url, eventId: 'evt_1', body: '{}', secret },
      { allowedCidrs: ['127.0.0.0/8'], connections, ...options },
    );
  const sendToPort = (port: number, options = {}) => send(`https://127.0.0.1:${port}/`, options);
  /** The body of a response is read after the attempt, and only then is the connection kept. */
  const kept = (count = 1) => reaching(() => connections.size === count);
  return { send, sendToPort, kept, connections };
}

const responding = (address?: string, port?: number) =>
  receiver((_request, response) => response.end('thanks'), address, port);

/** A receiver that counts connections and requests, and responds by the position of a request in its connection. */
async function scripted(respond: (socket: TLSSocket, position: number, reset: () => void) => void) {
  const counts = { connections: 0, requests: 0 };
  let open = 0;
  const port = await rawReceiver((socket, reset) => {
    counts.connections += 1;
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
    let position = 0;
    socket.on('data', () => {
      counts.requests += 1;
      position += 1;
      respond(socket, position, reset);
    });
  });
  return { port, counts, open: () => open };
}

const acknowledged = { outcome: 'acknowledged', status: 200 };
const noResponse = { outcome: 'failed', error: 'no_response' };

describe('a connection', () => {
  test('is shared by consecutive attempts', async () => {
    const { port, received, handshakes } = await responding();
    const { sendToPort, kept } = sender();
    for (let count = 0; count < 5; count++) {
      expect(await sendToPort(port)).toMatchObject(acknowledged);
      await kept();
    }
    expect([received.length, handshakes()]).toEqual([5, 1]);
  });

  test('is not shared by concurrent attempts, and is kept up to a maximum for each server', async () => {
    const { port, handshakes, connections } = await responding();
    const { sendToPort } = sender({ maxKeptPerServer: 2 });
    await Promise.all(Array.from({ length: 4 }, () => sendToPort(port)));
    expect(handshakes()).toBe(4);
    await reaching(() => connections.size === 2);
  });

  test('is not used for another address and is closed when the host loses its address', async () => {
    const first = await responding();
    const second = await responding('127.0.0.2', first.port);
    const { send, kept } = sender();
    const sendTo = (address: string) =>
      send(`https://localhost:${first.port}/`, { lookup: async () => [address] });
    await sendTo('127.0.0.1');
    await kept();
    await sendTo('127.0.0.2');
    expect([first.received.length, second.received.length]).toEqual([1, 1]);
    await reaching(() => first.connections.size === 0);
  });

  test('is reused after the host loses the address of another connection', async () => {
    const first = await responding();
    const second = await responding('127.0.0.2', first.port);
    const { send, kept } = sender();
    const sendTo = (address: string) =>
      send(`https://localhost:${first.port}/`, { lookup: async () => [address] });
    await Promise.all([sendTo('127.0.0.1'), sendTo('127.0.0.2')]);
    await kept(2);
    expect(await sendTo('127.0.0.1')).toMatchObject(acknowledged);
    expect([first.handshakes(), second.handshakes()]).toEqual([1, 1]);
  });

  test('is kept during an attempt to another receiver', async () => {
    const { port, handshakes } = await responding();
    const other = await responding('127.0.0.2');
    const { send, sendToPort, kept } = sender();
    await sendToPort(port);
    await kept();
    await send(`https://localhost:${other.port}/`, { lookup: async () => ['127.0.0.2'] });
    await kept(2);
    await sendToPort(port);
    expect(handshakes()).toBe(1);
  });

  test('is not used once the guard rejects its address', async () => {
    const { port, received } = await responding();
    const { sendToPort, kept } = sender();
    await sendToPort(port);
    await kept();
    expect(await sendToPort(port, { allowedCidrs: [] })).toMatchObject({ error: 'address_refused' });
    expect(received).toHaveLength(1);
  });

  test('is not used for another host at the same address and port', async () => {
    const { port, handshakes } = await responding();
    const { send, sendToPort, kept } = sender();
    await sendToPort(port);
    await kept();
    await send(`https://localhost:${port}/`, { lookup: async () => ['127.0.0.1'] });
    expect(handshakes()).toBe(2);
  });

  test.each([MAX_IDLE_MS + 1, -1])('is not used once the system clock has moved by %i ms', async (passed) => {
    const { port, handshakes } = await responding();
    let now = Date.now();
    const { sendToPort, kept } = sender({ now: () => now, maxIdleMs: MAX_IDLE_MS });
    await sendToPort(port);
    await kept();
    now += passed;
    await sendToPort(port);
    expect(handshakes()).toBe(2);
  });

  test('is closed after some time without an attempt', async () => {
    const { port, connections } = await responding();
    expect(await sender({ maxIdleMs: 20 }).sendToPort(port)).toMatchObject(acknowledged);
    await reaching(() => connections.size === 0);
  });

  test('is not closed during an attempt that takes longer', async () => {
    const { sendToPort, kept, connections } = sender();
    const { port, handshakes } = await receiver((_request, response) => {
      for (const socket of Object.values(connections.agent.sockets).flat())
        socket?.setTimeout(20, () => setImmediate(() => response.end()));
    });
    for (let count = 0; count < 2; count++) {
      expect(await sendToPort(port)).toMatchObject(acknowledged);
      await kept();
    }
    expect(handshakes()).toBe(1);
  });

  test('is closed when there are too many and it has been idle longest', async () => {
    const receivers = await Promise.all([responding(), responding(), responding()]);
    const { sendToPort, kept } = sender({ maxKept: 2 });
    for (const [index, { port }] of receivers.entries()) {
      await sendToPort(port);
      await kept(Math.min(index + 1, 2));
    }
    await reaching(() => receivers[0]?.connections.size === 0);
    expect(receivers.map(({ connections }) => connections.size)).toEqual([0, 1, 1]);
  });

  test.each([
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['Connection: close', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'],
    ['a short Keep-Alive', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nKeep-Alive: timeout=1\r\n\r\n'],
  ])('is not kept when the receiver responds with %s', async (_, respond) => {
    const { port, counts, open } = await scripted((socket) => socket.write(respond));
    const { sendToPort } = sender();
    await sendToPort(port);
    await reaching(() => open() === 0);
    expect(await sendToPort(port)).toMatchObject(acknowledged);
    expect(counts).toEqual({ connections: 2, requests: 2 });
  });

  test.each([
    ['closes it', (socket: TLSSocket) => socket.end()],
    ['resets it', (_socket: TLSSocket, reset: () => void) => reset()],
    ['sends more', (socket: TLSSocket) => socket.write('HTTP/1.1 408 Request Timeout\r\n\r\n')],
  ])('is not used when the receiver %s between two attempts', async (_, end) => {
    let endIt = () => {};
    const { port, counts } = await scripted((socket, _position, reset) => {
      socket.write(OK);
      endIt = () => void end(socket, reset);
    });
    const { sendToPort, kept } = sender();
    await sendToPort(port);
    await kept();
    endIt();
    await kept(0);
    expect(await sendToPort(port)).toMatchObject(acknowledged);
    expect(counts).toEqual({ connections: 2, requests: 2 });
  });

  test('does not keep the process running', async () => {
    const { port, handshakes } = await responding();
    const script = `
      const { attempt } = await import('./shared/webhooks/sending/attempt.ts');
      const { KeptConnections } = await import('./shared/platform/egress/kept-connections.ts');
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      const message = { url: 'https://127.0.0.1:${port}/', eventId: 'evt_1', body: '{}', secret: 'whsec_' };
      const connections = new KeptConnections({ maxIdleMs: 3_600_000 });
      await attempt(message, { allowedCidrs: ['127.0.0.0/8'], connections });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    onTestFinished(() => void child.kill());
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(handshakes()).toBe(1);
  });
});

describe('a kept connection that dies during an attempt', () => {
  test.each([
    ['closed', (socket: TLSSocket) => socket.destroy()],
    ['reset', (_socket: TLSSocket, reset: () => void) => reset()],
  ])('costs no attempt before a response has started (%s)', async (_, die) => {
    const { port, counts } = await scripted((socket, position, reset) =>
      position === 1 ? socket.write(OK) : die(socket, reset),
    );
    const { sendToPort, kept } = sender();
    await sendToPort(port);
    await kept();
    expect(await sendToPort(port)).toMatchObject(acknowledged);
    expect(counts).toEqual({ connections: 2, requests: 3 });
  });

  test('costs no attempt when other connections die with it', async () => {
    const { port, counts } = await scripted((socket, position) =>
      position === 1 ? socket.write(OK) : socket.destroy(),
    );
    const { sendToPort, kept } = sender();
    await Promise.all([sendToPort(port), sendToPort(port)]);
    await kept(2);
    expect(await sendToPort(port)).toMatchObject(acknowledged);
    expect(counts).toEqual({ connections: 3, requests: 4 });
  });

  test('is replaced once, and a failure of the new connection counts', async () => {
    let isDown = false;
    const { port, counts } = await scripted((socket) => (isDown ? socket.destroy() : socket.write(OK)));
    const { sendToPort, kept } = sender();
    await sendToPort(port);
    await kept();
    isDown = true;
    expect(await sendToPort(port)).toMatchObject(noResponse);
    expect(counts).toEqual({ connections: 2, requests: 3 });
  });

  test('is replaced within the time limit of the attempt', async () => {
    const { port, counts } = await scripted((socket, position) => {
      if (position > 1) socket.destroy();
      else if (counted++ === 0) socket.write(OK);
    });
    let counted = 0;
    const { sendToPort, kept } = sender();
    await sendToPort(port);
    await kept();
    const sending = sendToPort(port);
    await reaching(() => counts.requests === 3);
    await handleArrived();
    await moveClock(ATTEMPT_TIMEOUT_MS - 1);
    await moveClock(1);
    expect(await sending).toMatchObject({ error: 'timeout', durationMs: ATTEMPT_TIMEOUT_MS });
  });

  test.each([
    ['after the beginning of a response', (socket: TLSSocket) => socket.end('HTTP/1.1 2')],
    // Longer than the round trip of a request on a closed connection.
    [
      'after a second, when it has read the request',
      (socket: TLSSocket) => moveClock(1000).then(() => socket.end()),
    ],
  ])('fails the attempt %s', async (_, die) => {
    const { port, counts } = await scripted((socket, position) =>
      position === 1 ? socket.write(OK) : die(socket),
    );
    const { sendToPort, kept } = sender();
    await sendToPort(port);
    await kept();
    expect(await sendToPort(port)).toMatchObject(noResponse);
    expect(counts).toEqual({ connections: 1, requests: 2 });
  });
});

test('a new connection that dies is a failed attempt', async () => {
  const { port, counts } = await scripted((socket) => socket.destroy());
  expect(await sender().sendToPort(port)).toMatchObject(noResponse);
  expect(counts).toEqual({ connections: 1, requests: 1 });
});
