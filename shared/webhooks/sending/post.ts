/** One HTTPS POST to addresses that were checked: status and Retry-After of the answer, or why there was none. */
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

/** Why there was no answer: no connection, no TLS session, no response, or no time left. */
export const postErrors = ['unreachable', 'tls', 'no_response', 'timeout'] as const;
export type PostError = (typeof postErrors)[number];
export type PostAnswer = { status: number; retryAfter: string | null } | { error: PostError };

const CONNECT_TIMEOUT_MS = 2_500;
const MAX_BODY_BYTES = 4096;
/** Answers of 1xx before the final one. */
const MAX_INTERIM_ANSWERS = 20;
const BODY_TIMEOUT_MS = 1_000;
/** No sockets or memory left: our faults, not the receiver's. */
const OWN_FAULTS: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'];

/**
 * Ends in one of three ways, whatever the receiver does: an answer, an error, or a rejected promise.
 * @throws on faults of this machine, which say nothing about the receiver.
 * @example const answer = await post({ url, addresses, headers, body, signal: AbortSignal.timeout(10_000) })
 */
export function post(message: Post): Promise<PostAnswer> {
  const { signal } = message;
  if (signal.aborted) return Promise.resolve({ error: 'timeout' });
  return new Promise((resolve, reject) => {
    let error: PostError = 'unreachable';
    let interimAnswers = 0;
    // Loaded with the first attempt, so that functions which only check URLs start faster.
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
      if (interimAnswers > MAX_INTERIM_ANSWERS) request.destroy();
    });
    request.on('response', (response) => {
      resolve(statusOf(response));
      endSoon(response);
    });
    // A 101 with Upgrade hands over the connection; without a listener the request would end without any of the above.
    request.on('upgrade', (response, socket) => {
      resolve(statusOf(response));
      socket.destroy();
    });
    request.on('error', (cause: NodeJS.ErrnoException) => {
      if (OWN_FAULTS.includes(cause.code)) reject(cause);
      else resolve({ error });
    });
    // Every request ends with this event.
    request.on('close', () => resolve({ error }));
    signal.addEventListener('abort', () => resolve({ error: 'timeout' }), { once: true });
    request.end(message.body);
  });
}

const statusOf = ({ statusCode = 0, headers }: IncomingMessage): PostAnswer => ({
  status: statusCode,
  retryAfter: headers['retry-after'] ?? null,
});

/** A new connection to the given addresses; TLS and the Host header take the host from the URL. */
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
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT_MS,
    signal,
  };
}

/** Replaces the DNS lookup: a second answer could name other addresses than those checked. */
const lookupOf =
  (addresses: readonly PublicAddress[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(null, [...addresses]);

/**
 * Only the status matters. A short body is read nevertheless, so that a receiver still writing it does not see the
 * connection break. The caller does not wait for this.
 */
function endSoon(response: IncomingMessage): void {
  let received = 0;
  const end = () => response.destroy();
  const timer = setTimeout(end, BODY_TIMEOUT_MS).unref();
  response.socket.unref();
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_BODY_BYTES) end();
  });
  response.on('error', end);
  response.on('close', () => clearTimeout(timer));
}
