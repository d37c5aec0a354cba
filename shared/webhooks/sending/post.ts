/** Sends an HTTPS POST to verified addresses. Returns what the receiver responds, or why it does not. */
import type { IncomingMessage } from 'node:http';
import { KeptConnections, sendOnKeptConnection } from '../../platform/egress/kept-connections.ts';
import type { OutgoingRequest, RequestError } from '../../platform/egress/send-request.ts';
import { maskSecrets } from './mask-secrets.ts';

type Post = Pick<OutgoingRequest, 'url' | 'addresses' | 'headers' | 'signal'> & {
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

/** @internal Tests compare it with the guide. */
export const MAX_EXCERPT_BYTES = 500;

/** Enough to recognize a secret that begins within the excerpt. @internal For tests of what is masked. */
export const SEEN_BYTES = 1024;

/** The beginning of a signature or a signing secret, which have 64 hexadecimal digits. */
const PART_OF_SECRET = /[0-9a-f]{1,63}$/i;

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

/**
 * The beginning of a response, which the owner sees with the attempt.
 * @param body the first bytes. @param isWhole whether no others follow.
 * @param secrets that the receiver got or keeps, and can echo.
 * @returns valid text without NUL, in which secrets are masked, or null if there is none.
 * @internal For tests of what is masked.
 */
export function excerptOf(
  body: Buffer,
  { isWhole, secrets }: { readonly isWhole: boolean; readonly secrets: readonly string[] },
): string | null {
  // Omits a character whose last bytes are missing.
  const text = new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '');
  const readable = isWhole ? text : text.replace(PART_OF_SECRET, '');
  const masked = maskSecrets(readable, secrets);
  const bytes = Buffer.from(masked);
  let end = Math.min(bytes.length, MAX_EXCERPT_BYTES);
  while (isWithinCharacter(bytes[end])) end--;
  return end === 0 ? null : bytes.toString('utf8', 0, end);
}

/** Whether the byte continues a character of UTF-8. */
const isWithinCharacter = (byte = 0): boolean => (byte & 0xc0) === 0x80;
