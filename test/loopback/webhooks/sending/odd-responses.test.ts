/**
 * Responses of faulty receivers. Each causes one attempt that ends in time and does not affect the next one.
 * test/pipeline/endings.test.ts tests how connections end and how attempts are counted.
 */
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { KeptConnections } from '../../../../shared/platform/egress/kept-connections.ts';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/endpoint-secret.ts';
import { ATTEMPT_TIMEOUT_MS, attempt } from '../../../../shared/webhooks/sending/attempt.ts';
import { BODY_TIMEOUT_MS, EXCERPT_TIMEOUT_MS } from '../../../../shared/webhooks/sending/post.ts';
import {
  handleArrived,
  moveClock,
  nextResponse,
  reaching,
  withHeldClock,
} from '../../../support/held-clock.ts';
import { rawReceiver, stopReceivers, trustReceivers } from '../../../support/receivers.ts';

const secret = newSigningSecret();

beforeEach(trustReceivers);
afterEach(stopReceivers);
withHeldClock();

type Talk = (socket: TLSSocket) => void;

/** Starts a receiver that acts on each request. @returns a function that makes attempts to it. */
async function receiverThat(talk: Talk) {
  const open = new Set<TLSSocket>();
  let requests = 0;
  const port = await rawReceiver((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('data', () => {
      requests += 1;
      talk(socket);
    });
  });
  const connections = new KeptConnections();
  onTestFinished(() => connections.close());
  const request = { url: `https://127.0.0.1:${port}/`, eventId: 'evt_1', body: '{}', secret };
  const start = () => attempt(request, { allowedCidrs: ['127.0.0.1/32'], connections });
  return {
    requests: () => requests,
    start,
    /** Makes an attempt to which the receiver responds, with a body that may not end. */
    send: async () => {
      const responded = nextResponse();
      const sending = start();
      await Promise.race([responded, sending]);
      await moveClock(EXCERPT_TIMEOUT_MS);
      return sending;
    },
    /** Waits until every connection is closed or kept for the next attempt. */
    settled: () => reaching(() => open.size === connections.size),
  };
}

/** The recorded status, or the reason why there is none. */
async function resultOf(talk: Talk) {
  const { send } = await receiverThat(talk);
  const { status, error, outcome } = await send();
  expect(outcome).toBe(status !== null && status >= 200 && status <= 299 ? 'acknowledged' : 'failed');
  return status ?? error;
}

const saying =
  (text: string): Talk =>
  (socket) =>
    void socket.write(text);

const response = (status: string, headers = 'Content-Length: 0', body = '') =>
  `HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`;
const OK = response('200 OK');
const FAILURE = response('500 No');

describe('an interim response', () => {
  const statuses = Array.from({ length: 100 }, (_, index) => 100 + index);
  // With 101, the receiver would speak another protocol from then on.
  const interim = statuses.filter((status) => status !== 101);

  test.each(interim)('is not taken for the response: %i', async (status) => {
    expect(await resultOf(saying(response(`${status} Wait`, 'X: y') + FAILURE))).toBe(500);
  });

  test('counts as no response without a final one', async () => {
    const receivers = await Promise.all(
      interim.map((status) => receiverThat(saying(response(`${status} Wait`, 'X: y')))),
    );
    const attempts = receivers.map(({ start }) => start());
    await reaching(() => receivers.every(({ requests }) => requests() > 0));
    await handleArrived();
    await moveClock(ATTEMPT_TIMEOUT_MS);
    expect(new Set((await Promise.all(attempts)).map(({ error }) => error))).toEqual(new Set(['timeout']));
  });

  test('is limited in number', async () => {
    const hints = (count: number) => saying(response('103 Early Hints', 'Link: </a>').repeat(count) + OK);
    expect([await resultOf(hints(20)), await resultOf(hints(21))]).toEqual([200, 'no_response']);
  });
});

describe('a response', () => {
  /** The responses, and what every attempt records, regardless of earlier attempts. */
  const responses: readonly (readonly [string, string, number | 'no_response'])[] = [
    ['without a reason phrase', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n', 200],
    ['with an empty reason phrase', 'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n', 200],
    ['with a reason phrase that is not ASCII', response('200 Schön'), 200],
    ['after an empty line', `\r\n${OK}`, 200],
    [
      'that says it is compressed',
      response('200 OK', 'Content-Encoding: gzip\r\nContent-Length: 3', 'not'),
      200,
    ],
    ['of 204 with a body', response('204 No Content', 'Content-Length: 5', 'hello'), 204],
    ['of 304 with a body', response('304 Not Modified', 'Content-Length: 5', 'hello'), 304],
    ['with more bytes than Content-Length', response('200 OK', 'Content-Length: 2', 'OKOKOKOK'), 200],
    ['with an invalid chunk', response('200 OK', 'Transfer-Encoding: chunked', 'xyz\r\n'), 200],
    ['with a cookie', response('200 OK', 'Set-Cookie: a=b\r\nContent-Length: 0'), 200],
    ['that asks for a password', response('401 No', 'WWW-Authenticate: Basic\r\nContent-Length: 0'), 401],
    ['of a proxy', response('407 No', 'Proxy-Authenticate: Basic\r\nContent-Length: 0'), 407],
    ['of failure followed by one of success', FAILURE + OK, 500],
    ['of success followed by one of failure', OK + FAILURE, 200],
    ['with the status 099', response('099 Odd'), 99],
    ['with the status 600', response('600 Odd'), 600],
    ['with the status 20', response('20 Odd'), 'no_response'],
    ['with the status 2000', response('2000 Odd'), 'no_response'],
    ['with the status -200', response('-200 Odd'), 'no_response'],
    ['with the status abc', response('abc Odd'), 'no_response'],
    ['without a status line', '<html>200 OK</html>', 'no_response'],
    ['of another protocol', 'ICY 200 OK\r\n\r\n', 'no_response'],
    [
      'with the same length twice',
      response('200 OK', 'Content-Length: 0\r\nContent-Length: 0'),
      'no_response',
    ],
    ['with two lengths', response('200 OK', 'Content-Length: 0\r\nContent-Length: 9'), 'no_response'],
    ['with a negative length', response('200 OK', 'Content-Length: -1'), 'no_response'],
    [
      'with a length beyond all numbers',
      response('200 OK', `Content-Length: ${'9'.repeat(30)}`),
      'no_response',
    ],
    ['with bare line feeds', OK.replaceAll('\r', ''), 'no_response'],
    ['with bare carriage returns', OK.replaceAll('\n', ''), 'no_response'],
    ['with a carriage return in a value', response('200 OK', 'X: a\rb'), 'no_response'],
    ['with a zero byte in a value', response('200 OK', 'X: a\0b'), 'no_response'],
    ['with a folded header', response('200 OK', 'X: a\r\n b'), 'no_response'],
    ['with a space in the name of a header', response('200 OK', 'X Y: a'), 'no_response'],
    ['with a header without a value', response('200 OK', 'nothing'), 'no_response'],
  ];

  test.each(responses)('is recorded in one attempt: %s', async (_, text, result) => {
    const { send, settled } = await receiverThat(saying(text));
    for (let count = 0; count < 2; count++) {
      const { outcome, status, error } = await send();
      expect(status ?? error).toBe(result);
      expect(outcome).toBe(result === 200 || result === 204 ? 'acknowledged' : 'failed');
      expect(error).not.toBe('timeout');
      await settled();
    }
  });

  /** All acknowledge. The sender waits at most a second for the end of the body. */
  const endless: readonly (readonly [string, string])[] = [
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n'],
    ['with an unknown transfer encoding', response('200 OK', 'Transfer-Encoding: gzip')],
    ['with fewer bytes than Content-Length', response('200 OK', 'Content-Length: 9', 'OK')],
    ['with chunks that never end', response('200 OK', 'Transfer-Encoding: chunked', '1\r\nh\r\n')],
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\nhello'],
  ];

  test.each(endless)('acknowledges the event: %s', async (_, text) => {
    const { send, settled } = await receiverThat(saying(text));
    expect(await send()).toMatchObject({ outcome: 'acknowledged', status: 200 });
    expect(await send()).toMatchObject({ outcome: 'acknowledged', status: 200 });
    await moveClock(BODY_TIMEOUT_MS);
    await settled();
  });

  /** What is sent immediately, a text of which a piece is sent every ten milliseconds, and the status before its end. */
  const slow: readonly (readonly [string, string, string, number | null])[] = [
    ['whose status line drips', '', 'HTTP/1.1 200 ', null],
    ['whose headers drip', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n', null],
    ['whose body drips', response('200 OK', 'Content-Length: 999'), 'x', 200],
  ];

  test.each(slow)('is recorded within the time limit: %s', async (_, beginning, text, status) => {
    let sent = 0;
    const { start, settled } = await receiverThat((socket) => {
      socket.write(beginning);
      const timer = setInterval(() => socket.write(text.charAt(sent++ % text.length)), 10);
      socket.on('close', () => clearInterval(timer));
    });
    const sending = start();
    await reaching(() => sent > 20);
    await handleArrived();
    await moveClock(ATTEMPT_TIMEOUT_MS);
    const durationMs = status === null ? ATTEMPT_TIMEOUT_MS : 0;
    expect(await sending).toMatchObject({ status, error: status === null ? 'timeout' : null, durationMs });
    await moveClock(BODY_TIMEOUT_MS);
    await settled();
  });
});

describe('a flood', () => {
  const LIMIT = 16 * 1024 * 1024;
  const floods: readonly (readonly [string, string, string, number | 'no_response'])[] = [
    ['a status line', 'HTTP/1.1 200 ', 'OK', 'no_response'],
    ['one header', 'HTTP/1.1 200 OK\r\nX: ', 'xxxxxxxx', 'no_response'],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n', 'no_response'],
    ['interim responses', '', 'HTTP/1.1 102 Processing\r\n\r\n', 'no_response'],
    ['a body', response('200 OK', `Content-Length: ${2 ** 40}`), 'xxxxxxxx', 200],
    ['empty chunk extensions', response('200 OK', 'Transfer-Encoding: chunked', '1;'), 'a=b;', 200],
    ['trailers', response('200 OK', 'Transfer-Encoding: chunked', '0\r\n'), 'X: y\r\n', 200],
  ];

  test.each(floods)(
    'is cut off after some megabytes, mostly in socket buffers: %s',
    async (_, start, text, result) => {
      let written = 0;
      const { send, settled } = await receiverThat((socket) => {
        const block = text.repeat(10_000);
        const flood = () => {
          let isWanted = !socket.destroyed && written < 2 * LIMIT;
          while (isWanted) {
            isWanted = socket.write(block);
            written += block.length;
          }
        };
        socket.on('drain', flood).write(start);
        flood();
      });
      const { status, error } = await send();
      expect(status ?? error).toBe(result);
      await settled();
      expect(written).toBeLessThan(LIMIT);
    },
  );
});
