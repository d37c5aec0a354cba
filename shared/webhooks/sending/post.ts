/** One HTTPS POST to addresses already checked: status and Retry-After of the answer, or how far it got. */
import type { IncomingMessage, RequestOptions } from 'node:http';
import type { LookupFunction, TcpSocketConnectOpts } from 'node:net';
import type { PublicAddress } from '../../egress/address-guard.ts';

export interface Post {
  readonly url: URL;
  /** Tried in this order until one accepts the connection. */
  readonly addresses: readonly PublicAddress[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

/** How far it got without an answer. */
export type PostError = 'unreachable' | 'tls' | 'no_response' | 'timeout';
export type PostAnswer = { status: number; retryAfter: string | null } | { error: PostError };

const CONNECT_TIMEOUT_MS = 2_500;
const MOST_BODY_BYTES = 4096;
/** Answers of 1xx before the final one. */
const MOST_INTERIM_ANSWERS = 20;
const LAST_WORDS_MS = 1_000;
/** No sockets or memory left: errors that are ours, not the receiver's. */
const OWN_FAULTS: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'];

/** @throws on faults of this machine, which say nothing about the receiver. */
export function post(message: Post): Promise<PostAnswer> {
  const { signal } = message;
  if (signal.aborted) return Promise.resolve({ error: 'timeout' });
  return new Promise((resolve, reject) => {
    let error: PostError = 'unreachable';
    let interimAnswers = 0;
    // Loaded on the first attempt: functions that only check URLs start faster without it.
    const request = process.getBuiltinModule('node:https').request(message.url, requestOptions(message));
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        error = 'tls';
      });
      socket.once('secureConnect', () => {
        error = 'no_response';
      });
    });
    request.on('information', () => {
      interimAnswers += 1;
      if (interimAnswers > MOST_INTERIM_ANSWERS) request.destroy();
    });
    request.on('response', (response) => {
      resolve(statusOf(response));
      endSoon(response);
    });
    // Node hands over the connection after a 101 with Upgrade; without a listener the request ends without an error.
    request.on('upgrade', (response, socket) => {
      resolve(statusOf(response));
      socket.destroy();
    });
    request.on('error', (cause: NodeJS.ErrnoException) => {
      if (OWN_FAULTS.includes(cause.code)) reject(cause);
      else resolve({ error });
    });
    // The last event of every request, whatever came before it.
    request.on('close', () => resolve({ error }));
    signal.addEventListener('abort', () => resolve({ error: 'timeout' }), { once: true });
    request.end(message.body);
  });
}

const statusOf = ({ statusCode = 0, headers }: IncomingMessage): PostAnswer => ({
  status: statusCode,
  retryAfter: headers['retry-after'] ?? null,
});

/** A connection of its own, to the given addresses; TLS and the Host header take the host from the URL. */
function requestOptions({
  addresses,
  headers,
  body,
  signal,
}: Post): RequestOptions & Partial<TcpSocketConnectOpts> {
  return {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    agent: false,
    lookup: answerWith(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT_MS,
    signal,
  };
}

/** Stands in for the name server, whose second answer could be another. */
const answerWith =
  (addresses: readonly PublicAddress[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(null, [...addresses]);

/**
 * The status says it all; a short body is taken all the same, so that a receiver still writing its answer does
 * not see its connection break. Nobody waits for this.
 */
function endSoon(response: IncomingMessage): void {
  let received = 0;
  const end = () => response.destroy();
  const timer = setTimeout(end, LAST_WORDS_MS).unref();
  response.socket.unref();
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > MOST_BODY_BYTES) end();
  });
  response.on('error', end);
  response.on('close', () => clearTimeout(timer));
}
