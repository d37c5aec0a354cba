/** Every way in which a receiver can end a connection counts as exactly one attempt. */
import { createServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { senderWith } from '../../shared/webhooks/sending/sender.ts';
import { distrustReceivers, listen, rawReceiver, trustReceivers } from '../support/receivers.ts';
import { ask, askForTest, delivery, now, register, shown, stored, usePipeline } from './pipeline.ts';

usePipeline();

/** Makes the first attempt of a test event, and hands the sender a second copy of its message. */
async function attemptTwice(
  port: number,
  attemptTimeoutMs = 10_000,
): Promise<{ eventId: string; endpointId: string }> {
  const sender = senderWith({ now, random: () => 0.5, attemptTimeoutMs });
  const { id: endpointId } = await register(`https://127.0.0.1:${port}/`);
  const eventId = await askForTest(endpointId);
  const body = JSON.stringify({ eventId, endpoints: [endpointId], attempt: 0 });
  for (const messageId of ['first', 'copy']) {
    const Records = [{ body, messageId }] as Parameters<typeof sender>[0]['Records'];
    expect(await sender({ Records })).toEqual({ batchItemFailures: [] });
  }
  return { eventId, endpointId };
}

type Talk = (socket: TLSSocket, resetConnection: () => void) => void;

/** A receiver without TLS. */
const plain = async (talk: (socket: Socket) => void) => (await listen(createServer(talk))).port;

/** A receiver that acts once the request has arrived. */
const hearing = (talk: Talk) =>
  rawReceiver((socket, resetConnection) => {
    socket.once('data', () => talk(socket, resetConnection));
  });

const saying = (text: string, then: Talk = () => {}) =>
  hearing((socket, resetConnection) => {
    socket.write(text, () => then(socket, resetConnection));
  });

const end: Talk = (socket) => void socket.end();
const destroy: Talk = (socket) => void socket.destroy();
const reset: Talk = (_, resetConnection) => resetConnection();
const stay: Talk = () => {};

const dripping =
  (text: string): Talk =>
  (socket) => {
    const timer = setInterval(() => socket.write(text), 50);
    socket.on('close', () => clearInterval(timer));
  };

const flooding =
  (text: string): Talk =>
  (socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(text.repeat(1000)));
    };
    socket.on('drain', flood);
    flood();
  };

async function closedPort(): Promise<number> {
  const server = createServer();
  const { port } = await listen(server);
  server.close();
  return port;
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const BARE_SWITCH = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const OFFER = 'HTTP/1.1 200 OK\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const HALF_BODY = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal';
const HALF_HEADERS = 'HTTP/1.1 200 OK\r\nContent-Le';
const BAD_BODY = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n';
const TWO_LENGTHS = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n';
const FAILURE = 'HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\n';
const HTTP2_SETTINGS = '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64';

/** The behaviour of a receiver, the receiver, and the recorded status or failure reason. */
type Row = readonly [string, () => Promise<number>, number | Reason];
type Reason = 'unreachable' | 'tls' | 'unreachable or tls' | 'no_response' | 'timeout';

const failing: readonly Row[] = [
  ['rejects the connection', closedPort, 'unreachable'],
  ['ends the connection before TLS', () => plain((socket) => socket.end()), 'tls'],
  [
    'resets the connection before TLS',
    () => plain((socket) => socket.resetAndDestroy()),
    'unreachable or tls',
  ],
  ['does not respond to a TLS handshake', () => plain(() => {}), 'timeout'],
  ['ends the connection in the handshake', () => plain((to) => to.once('data', () => to.end())), 'tls'],
  [
    'resets the connection in the handshake',
    () => plain((to) => to.once('data', () => to.resetAndDestroy())),
    'tls',
  ],
  ['responds without TLS', () => plain((socket) => socket.end(OK)), 'tls'],
  [
    'demands a certificate in TLS 1.2',
    () => rawReceiver(stay, { requestCert: true, maxVersion: 'TLSv1.2' }),
    'tls',
  ],
  [
    'demands a certificate in TLS 1.3',
    () => rawReceiver(stay, { requestCert: true, minVersion: 'TLSv1.3' }),
    'no_response',
  ],
  ['ends the connection before the request', () => rawReceiver(end), 'no_response'],
  ['resets the connection before the request', () => rawReceiver(reset), 'no_response'],
  ['ends the connection after the request', () => hearing(end), 'no_response'],
  ['destroys the connection after the request', () => hearing(destroy), 'no_response'],
  ['resets the connection after the request', () => hearing(reset), 'no_response'],
  ['never responds', () => hearing(stay), 'timeout'],
  ['ends the connection within the headers', () => saying(HALF_HEADERS, end), 'no_response'],
  ['resets the connection within the headers', () => saying(HALF_HEADERS, reset), 'no_response'],
  ['stops within the headers', () => saying(HALF_HEADERS), 'timeout'],
  ['drips headers', () => saying('HTTP/1.1 200 OK\r\n', dripping('X-Drip: drip\r\n')), 'timeout'],
  ['floods with headers', () => saying('HTTP/1.1 200 OK\r\n', flooding('X-Flood: flood\r\n')), 'no_response'],
  ['does not speak HTTP', () => saying('220 mail.example ESMTP\r\n'), 'no_response'],
  ['speaks HTTP/2', () => saying(HTTP2_SETTINGS), 'no_response'],
  ['sends two lengths', () => saying(TWO_LENGTHS), 'no_response'],
  ['stops after 100', () => saying(CONTINUE), 'timeout'],
  ['ends the connection after 100', () => saying(CONTINUE, end), 'no_response'],
  ['resets the connection after 103', () => saying(HINTS, reset), 'no_response'],
  ['drips 100s', () => hearing(dripping(CONTINUE)), 'timeout'],
  ['floods with 100s', () => hearing(flooding(CONTINUE)), 'no_response'],
  ['floods with 103s', () => hearing(flooding(HINTS)), 'no_response'],
  ['switches protocols', () => saying(SWITCH), 101],
  ['switches protocols and ends the connection', () => saying(SWITCH, end), 101],
  ['switches protocols and resets the connection', () => saying(SWITCH, reset), 101],
  ['switches protocols and floods', () => saying(SWITCH, flooding('\x81\x05hello')), 101],
  ['switches protocols after 103', () => saying(HINTS + SWITCH), 101],
  ['responds with 101 without a protocol', () => saying(BARE_SWITCH), 101],
  ['responds with 500 and resets the connection', () => saying(FAILURE, reset), 500],
];

const succeeding: readonly Row[] = [
  ['ends the connection within the body', () => saying(HALF_BODY, end), 200],
  ['resets the connection within the body', () => saying(HALF_BODY, reset), 200],
  ['sends a malformed body', () => saying(BAD_BODY), 200],
  ['responds twice', () => saying(OK + FAILURE), 200],
  ['switches protocols after its response', () => saying(OK + SWITCH), 200],
  ['offers another protocol', () => saying(OFFER, end), 200],
  ['says 103 first', () => saying(HINTS + OK), 200],
];

const shownReason = async (eventId: string) =>
  (await ask(200, { path: `/webhook-events/${eventId}` })).body.data.meta.deliveries;

describe('a receiver', () => {
  it.each(failing)('causes one failed attempt if it %s', async (_, receiver, result) => {
    const timeoutMs = result === 'timeout' ? 150 : undefined;
    const { eventId, endpointId } = await attemptTwice(await receiver(), timeoutMs);
    const lastResponseStatus = typeof result === 'number' ? result : null;
    const reason = typeof result === 'number' ? 'status' : result;
    const once = { status: 'pending', attempts: 1, lastResponseStatus };
    expect(await delivery(eventId)).toMatchObject(once);
    expect(await stored(eventId)).toMatchObject({ position: 1, claimedUntil: null });
    expect((await shown(endpointId))['consecutive-failures']).toBe(1);
    const [shownFor] = await shownReason(eventId);
    expect(shownFor['endpoint-id']).toBe(endpointId);
    expect(reason.split(' or ')).toContain(shownFor.reason);
  });

  it.each(succeeding)('causes one successful attempt if it %s', async (_, receiver, lastResponseStatus) => {
    const { eventId, endpointId } = await attemptTwice(await receiver());
    const once = { status: 'succeeded', attempts: 1, lastResponseStatus };
    expect(await delivery(eventId)).toMatchObject(once);
    expect((await shown(endpointId))['consecutive-failures']).toBe(0);
    expect(await shownReason(eventId)).toMatchObject([{ 'endpoint-id': endpointId, reason: null }]);
  });

  it('causes one failed attempt if it has an untrusted certificate', async () => {
    distrustReceivers();
    const { eventId, endpointId } = await attemptTwice(await saying(OK)).finally(trustReceivers);
    expect(await delivery(eventId)).toMatchObject({ status: 'pending', attempts: 1 });
    expect(await shownReason(eventId)).toMatchObject([
      { 'endpoint-id': endpointId, reason: 'certificate_untrusted' },
    ]);
  });
});
