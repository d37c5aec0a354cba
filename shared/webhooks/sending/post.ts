/** Sends an HTTPS POST to verified addresses. Returns what the receiver responds, or why it does not. */
import type { IncomingMessage } from 'node:http';
import { KeptConnections, sendOnKeptConnection } from '../../platform/egress/kept-connections.ts';
import type { OutgoingRequest, RequestError } from '../../platform/egress/send-request.ts';
import { excerptOf, SEEN_BYTES } from './excerpt.ts';

export type Post = Pick<OutgoingRequest, 'url' | 'addresses' | 'headers' | 'signal'> & {
  readonly body: string;
  /** Masked in the excerpt. */
  readonly secrets: readonly string[];
  /** Defaults to the connections of this process. */
  readonly connections?: KeptConnections;
};

export type PostResponse =
  | {
      readonly status: number;
      readonly retryAfter: string | null;
      /** The beginning of the body, as far as it arrives soon. Never rejects. */
      readonly excerpt: Promise<string | null>;
    }
  | { readonly error: RequestError };

/** Requests on kept connections can be repeated, because receivers must expect the same event twice. */
let warm: KeptConnections | undefined;

/** @internal Tests compare it with the guide. */
export const MAX_BODY_BYTES = 4096;
/** @internal Tests compare it with the guide. */
export const BODY_TIMEOUT_MS = 1_000;
/** Bodies usually arrive with the headers. @internal Tests compare it with the guide. */
export const EXCERPT_TIMEOUT_MS = 250;

/**
 * Every behavior of the receiver leads to a response, an error or a rejected promise.
 * @throws on faults of this machine, which say nothing about the receiver.
 */
export async function post({ connections, secrets, ...message }: Post): Promise<PostResponse> {
  warm ??= new KeptConnections();
  const sent = await sendOnKeptConnection({ method: 'POST', ...message }, connections ?? warm);
  if ('error' in sent) return sent;
  const { response } = sent;
  const excerpt = excerptIn(response, secrets);
  endSoon(response);
  const { statusCode = 0, headers } = response;
  return { status: statusCode, retryAfter: headers['retry-after'] ?? null, excerpt };
}

/** Secrets in a compressed body could not be recognized. */
const isReadable = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity') === 'identity';

function excerptIn(response: IncomingMessage, secrets: readonly string[]): Promise<string | null> {
  if (!isReadable(response)) return Promise.resolve(null);
  return new Promise((resolve) => {
    let seen = Buffer.alloc(0);
    const finish = () => {
      clearTimeout(timer);
      const isWhole = response.complete && seen.length < SEEN_BYTES;
      resolve(excerptOf(seen, { isWhole, secrets }));
    };
    const timer = setTimeout(finish, EXCERPT_TIMEOUT_MS);
    response.on('data', (chunk: Buffer) => {
      if (seen.length >= SEEN_BYTES) return;
      seen = Buffer.concat([seen, chunk.subarray(0, SEEN_BYTES - seen.length)]);
      if (seen.length === SEEN_BYTES) finish();
    });
    response.on('close', finish);
  });
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
