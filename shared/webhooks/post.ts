/** One HTTPS POST to addresses already checked: status and Retry-After of the answer, or how far it got. */
import type { IncomingMessage, RequestOptions } from 'node:http';
import type { LookupFunction, TcpSocketConnectOpts } from 'node:net';
import type { PublicAddress } from './address-guard.ts';

export interface Post {
  readonly url: URL;
  /** Tried in this order until one accepts the connection. */
  readonly addresses: readonly PublicAddress[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

export type PostAnswer =
  | { status: number; retryAfter: string | null }
  | { error: 'unreachable' | 'tls' | 'no_response' | 'timeout' };

const CONNECT_TIMEOUT_MS = 2_500;
const MOST_BODY_BYTES = 4096;
const LAST_WORDS_MS = 1_000;
/** Codes of errors that are ours, not the receiver's: no sockets or memory left. */
const OWN_FAULTS: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'];

/** @throws on faults of this machine, which say nothing about the receiver. */
export function post({ url, addresses, headers, body, signal }: Post): Promise<PostAnswer> {
  const content = Buffer.from(body);
  const options: RequestOptions & Partial<TcpSocketConnectOpts> = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': content.length },
    agent: false,
    lookup: answerWith(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT_MS,
    signal,
  };
  return new Promise((resolve, reject) => {
    let failure: 'unreachable' | 'tls' | 'no_response' = 'unreachable';
    // Loaded on the first attempt: functions that only check URLs start faster without it.
    const request = process.getBuiltinModule('node:https').request(url, options);
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        failure = 'tls';
      });
      socket.once('secureConnect', () => {
        failure = 'no_response';
      });
    });
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null });
      endSoon(response);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) resolve({ error: 'timeout' });
      else if (OWN_FAULTS.includes(error.code)) reject(error);
      else resolve({ error: failure });
    });
    request.end(content);
  });
}

/** Stands in for the name server's second answer. The URL still names the host for TLS and the Host header. */
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
