/** Sends an HTTPS POST to verified addresses. Returns status and Retry-After, or why there is no response. */
import type { IncomingMessage } from 'node:http';
import { KeptConnections, sendOnKeptConnection } from '../../platform/egress/kept-connections.ts';
import type { OutgoingRequest, RequestError } from '../../platform/egress/send-request.ts';

export type Post = Pick<OutgoingRequest, 'url' | 'addresses' | 'headers' | 'signal'> & {
  readonly body: string;
  /** Defaults to the connections of this process. */
  readonly connections?: KeptConnections;
};

export type PostResponse = { status: number; retryAfter: string | null } | { error: RequestError };

/** Requests on kept connections can be repeated, because receivers must expect the same event twice. */
let warm: KeptConnections | undefined;

/** @internal Tests compare it with the guide. */
export const MAX_BODY_BYTES = 4096;
/** @internal Tests compare it with the guide. */
export const BODY_TIMEOUT_MS = 1_000;

/**
 * Every behavior of the receiver leads to a response, an error or a rejected promise.
 * @throws on faults of this machine, which say nothing about the receiver.
 */
export async function post({ connections, ...message }: Post): Promise<PostResponse> {
  warm ??= new KeptConnections();
  const sent = await sendOnKeptConnection({ method: 'POST', ...message }, connections ?? warm);
  if ('error' in sent) return sent;
  const { response } = sent;
  endSoon(response);
  const { statusCode = 0, headers } = response;
  return { status: statusCode, retryAfter: headers['retry-after'] ?? null };
}

/**
 * Only the status matters. A short body is read anyway, in the background, so that the connection does not
 * break while the receiver is still writing it.
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
