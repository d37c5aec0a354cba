/** Sends an HTTPS request to addresses that have been checked. Resolves as soon as the headers arrive. */
import type { IncomingMessage } from 'node:http';
import type { Agent, RequestOptions } from 'node:https';
import type { LookupFunction, TcpSocketConnectOpts } from 'node:net';
import type { PublicAddress } from './address-guard.ts';
import { type CertificateError, certificateErrorOf } from './certificate-error.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Tried in this order until one accepts the connection. */
  readonly addresses: readonly PublicAddress[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Also aborts the body of the response. */
  readonly signal: AbortSignal;
  /** Keeps connections open. By default, the connection is closed after the response. */
  readonly agent?: Agent;
}

/** Why there was no response. */
export type RequestError = 'unreachable' | CertificateError | 'tls' | 'no_response' | 'timeout';

/** Errors worded for the user who supplied the URL. */
export const requestErrorSentences: Readonly<Record<RequestError, string>> = {
  unreachable: 'Could not connect to the server.',
  certificate_expired: 'The certificate of the server has expired, or is not valid yet.',
  certificate_untrusted:
    'The certificate of the server is not from a trusted authority, or its chain is incomplete.',
  certificate_name: 'The certificate of the server is for a different host.',
  tls: 'The server and the service have no common TLS version or cipher.',
  no_response: 'The server closed the connection without responding.',
  timeout: 'The server took too long to respond.',
};

type Sent =
  | { readonly response: IncomingMessage }
  | {
      readonly error: RequestError;
      /** The server closed a kept connection before sending any part of a response. */
      readonly wasStale?: boolean;
    };

const CONNECT_TIMEOUT_MS = 2_500;
/** Maximum number of 1xx responses before the final one. @internal A test compares it with the guide. */
export const MAX_INTERIM_RESPONSES = 20;
/**
 * If the server closed a kept connection before the request arrived, the error comes within a round trip. If
 * it comes later, the server has probably read the request.
 */
const STALE_MS = 1_000;
const CLOSED: readonly unknown[] = ['ECONNRESET', 'EPIPE'];
/** No sockets or memory left, which is not the receiver's fault. */
const OWN_FAULTS: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'];

/**
 * Redirects are not followed. The caller must read or destroy the body of the response.
 * @throws only on faults of this machine. Faults of the receiver are returned.
 * @example const sent = await sendRequest({ method: 'GET', url, addresses, headers, signal })
 */
export function sendRequest(outgoing: OutgoingRequest): Promise<Sent> {
  const { url, body, signal } = outgoing;
  if (signal.aborted) return Promise.resolve({ error: 'timeout' });
  return new Promise((resolve, reject) => {
    let error: RequestError = 'unreachable';
    let interimResponses = 0;
    let hasResponseBegun = false;
    const startedAt = performance.now();
    // Loaded on first use, so that functions that only check URLs start faster.
    const request = process.getBuiltinModule('node:https').request(url, requestOptions(outgoing));
    request.on('socket', (socket) => {
      if (request.reusedSocket) {
        error = 'no_response';
        socket.once('data', () => {
          hasResponseBegun = true;
        });
        return;
      }
      socket.once('connect', () => {
        error = 'tls';
      });
      socket.once('secureConnect', () => {
        error = 'no_response';
      });
    });
    request.on('information', () => {
      interimResponses += 1;
      if (interimResponses <= MAX_INTERIM_RESPONSES) return;
      // Resolve before destroying, because a final response may have arrived together with this one.
      resolve({ error });
      request.destroy();
    });
    request.on('response', (response) => resolve({ response }));
    // A 101 with Upgrade hands over the connection. Without a listener, no other event would occur.
    request.on('upgrade', (response, socket) => {
      resolve({ response });
      socket.destroy();
    });
    const isStale = ({ code }: NodeJS.ErrnoException): boolean =>
      request.reusedSocket && !hasResponseBegun && isSoonClosed(code, performance.now() - startedAt);
    request.on('error', (cause: NodeJS.ErrnoException) => {
      if (isOwnFault(cause)) reject(cause);
      else
        resolve({ error: (error === 'tls' && certificateErrorOf(cause)) || error, wasStale: isStale(cause) });
    });
    // Emitted at the end of every request.
    request.on('close', () => resolve({ error }));
    signal.addEventListener('abort', () => resolve({ error: 'timeout' }), { once: true });
    request.end(body);
  });
}

const isSoonClosed = (code: string | undefined, milliseconds: number): boolean =>
  CLOSED.includes(code) && milliseconds < STALE_MS;

const isOwnFault = ({ code }: NodeJS.ErrnoException): boolean => OWN_FAULTS.includes(code);

/** Connects to the given addresses. TLS and the Host header use the host of the URL. */
function requestOptions({
  method,
  addresses,
  headers,
  body,
  signal,
  agent,
}: OutgoingRequest): RequestOptions & Partial<TcpSocketConnectOpts> {
  return {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
    agent: agent ?? false,
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT_MS,
    signal,
  };
}

/** Replaces the DNS lookup, which could return addresses other than those checked. */
export const lookupOf =
  (addresses: readonly PublicAddress[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(null, [...addresses]);
