/** One HTTPS POST to addresses that were checked: status and Retry-After of the response, or why there was none. */
import type { IncomingMessage } from 'node:http';
import { KeptConnections, sendOnKeptConnection } from '../../platform/egress/kept-connections.ts';
import type { OutgoingRequest, RequestError } from '../../platform/egress/send-request.ts';

export type Post = Pick<OutgoingRequest, 'url' | 'addresses' | 'headers' | 'signal'> & {
  readonly body: string;
  /** Those of this process by default. */
  readonly connections?: KeptConnections;
};

export type PostResponse = { status: number; retryAfter: string | null } | { error: RequestError };

/** Receivers must expect the same event twice, so a request on a kept connection can be repeated. */
let warm: KeptConnections | undefined;

/** @internal Tests compare it with the guide. */
export const MAX_BODY_BYTES = 4096;
/** @internal Tests compare it with the guide. */
export const BODY_TIMEOUT_MS = 1_000;

/**
 * Ends in one of three ways, whatever the receiver does: a response, an error, or a rejected promise.
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
