/** One HTTPS request to addresses that were checked: the response as soon as its headers are there, or why there is none. */
import type { IncomingMessage } from 'node:http';
import type { Agent, RequestOptions } from 'node:https';
import type { LookupFunction, TcpSocketConnectOpts } from 'node:net';
import type { PublicAddress } from './address-guard.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Tried in this order until one accepts the connection. */
  readonly addresses: readonly PublicAddress[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request, and the body of its response. */
  readonly signal: AbortSignal;
  /** Keeps connections for further requests; without one, the connection ends with the request. */
  readonly agent?: Agent;
}

/** Why there was no response: no connection, no TLS session, no response, or no time left. */
const requestErrors = ['unreachable', 'tls', 'no_response', 'timeout'] as const;
export type RequestError = (typeof requestErrors)[number];

/** Why a file could not be read, as sentences for the one who gave its URL. */
export const requestErrorSentences: Readonly<Record<RequestError, string>> = {
  unreachable: 'No connection to the server was possible.',
  tls: 'The server has no trusted certificate for the host of the URL.',
  no_response: 'The server closed the connection.',
  timeout: 'The server took too long.',
};

export type Sent =
  | { readonly response: IncomingMessage }
  | {
      readonly error: RequestError;
      /** The agent kept the connection, but the server closed it before it had sent anything of a response. */
      readonly wasKeptInVain?: boolean;
    };

const CONNECT_TIMEOUT_MS = 2_500;
/** Responses of 1xx before the final one. @internal Tests compare it with the guide. */
export const MAX_INTERIM_RESPONSES = 20;
/**
 * A server that closes a kept connection has not seen the request, and the request meets the closed connection: this
 * takes one round trip. One that closes it later has probably read the request.
 */
const KEPT_IN_VAIN_MS = 1_000;
const CLOSED: readonly unknown[] = ['ECONNRESET', 'EPIPE'];
/** No sockets or memory left: our faults, not the receiver's. */
const OWN_FAULTS: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'];

/**
 * Ends in one of three ways, whatever the receiver does: a response, an error, or a rejected promise. Redirects are not
 * followed. The caller reads or destroys the body of the response.
 * @throws on faults of this machine, which say nothing about the receiver.
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
    // Loaded with the first request, so that functions which only check URLs start faster.
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
      // Here already: a final response may have arrived together with this one.
      resolve({ error });
      request.destroy();
    });
    request.on('response', (response) => resolve({ response }));
    // A 101 with Upgrade hands over the connection; without a listener the request would end without any of the above.
    request.on('upgrade', (response, socket) => {
      resolve({ response });
      socket.destroy();
    });
    const isKeptInVain = ({ code }: NodeJS.ErrnoException): boolean =>
      request.reusedSocket && !hasResponseBegun && isSoonClosed(code, performance.now() - startedAt);
    request.on('error', (cause: NodeJS.ErrnoException) => {
      if (isOwnFault(cause)) reject(cause);
      else resolve({ error, wasKeptInVain: isKeptInVain(cause) });
    });
    // Every request ends with this event.
    request.on('close', () => resolve({ error }));
    signal.addEventListener('abort', () => resolve({ error: 'timeout' }), { once: true });
    request.end(body);
  });
}

const isSoonClosed = (code: string | undefined, milliseconds: number): boolean =>
  CLOSED.includes(code) && milliseconds < KEPT_IN_VAIN_MS;

const isOwnFault = ({ code }: NodeJS.ErrnoException): boolean => OWN_FAULTS.includes(code);

/** A connection to the given addresses; TLS and the Host header take the host from the URL. */
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

/** Replaces the DNS lookup: a second response could name other addresses than those checked. */
const lookupOf =
  (addresses: readonly PublicAddress[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(null, [...addresses]);
