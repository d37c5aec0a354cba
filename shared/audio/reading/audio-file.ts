/** Reads the file at a URL from any position to its end, with ranges when a connection breaks. */
import type { IncomingMessage } from 'node:http';
import {
  type GuardOptions,
  outgoingTarget,
  type PublicAddress,
} from '../../platform/egress/address-guard.ts';
import { partOf } from '../../platform/egress/content-range.ts';
import { IdleLimit } from '../../platform/egress/idle-limit.ts';
import { rejectionOf } from '../../platform/egress/response-rejection.ts';
import { requestErrorSentences, sendRequest } from '../../platform/egress/send-request.ts';
import { failed, invalid, Unreadable } from '../../platform/egress/unreadable.ts';
import type { FileIdentity } from '../heard.ts';
import type { ListeningLimits } from '../limits.ts';
import type { ServerPace } from './server-pace.ts';
import { strongEtag } from './strong-etag.ts';

export interface ReadingOptions extends GuardOptions {
  readonly limits: Pick<ListeningLimits, 'maxBytes' | 'idleTimeoutMs'>;
  readonly until: AbortSignal;
  readonly pace: ServerPace;
}

/** How often a broken connection is replaced. */
const MAX_RESUMPTIONS = 3;
const CHANGED = 'The file changed while it was read.';

interface Target {
  readonly url: URL;
  readonly addresses: readonly PublicAddress[];
}

interface Part {
  readonly response: IncomingMessage;
  readonly idle: IdleLimit;
  /** The position of its first byte in the file. */
  readonly start: number;
  /** The length that the response states. */
  readonly length: number | undefined;
}

export class AudioFile {
  readonly #target: Target;
  readonly #options: ReadingOptions;
  #identity: FileIdentity | undefined;
  #first: Part | undefined;
  #resumptions = 0;

  private constructor(target: Target, options: ReadingOptions) {
    this.#target = target;
    this.#options = options;
  }

  /** @throws Unreadable if there is no response with the file. */
  static async open(text: string, options: ReadingOptions): Promise<AudioFile> {
    const target = await outgoingTarget(text, options);
    if ('rejection' in target) throw invalid(target.rejection.detail);
    const file = new AudioFile(target, options);
    file.#first = await file.#request(0);
    return file;
  }

  get identity(): FileIdentity {
    return this.#identity ?? { etag: null, size: null };
  }

  /** @throws Unreadable, possibly after some content. */
  async *bytesFrom(start: number): AsyncGenerator<Buffer> {
    if (start > 0 && start >= (this.identity.size ?? Number.POSITIVE_INFINITY)) return;
    let position = start;
    let part: Part | undefined = start === 0 ? this.#first : undefined;
    this.#first = start === 0 ? undefined : this.#first;
    for (;;) {
      try {
        part ??= await this.#request(position);
        for await (const piece of this.#pieces(part, position)) {
          position += piece.length;
          if (position > this.#options.limits.maxBytes) throw tooLarge(this.#options.limits);
          yield piece;
        }
        if (position < (this.identity.size ?? 0)) throw new Broken();
        return;
      } catch (error) {
        if (!(error instanceof Broken) || !this.#mayResume()) throw error;
        part = undefined;
      }
    }
  }

  close(): void {
    if (this.#first) end(this.#first);
    this.#first = undefined;
  }

  /** Without an ETag, the rest could be that of another file. */
  #mayResume(): boolean {
    this.#resumptions += 1;
    return this.identity.etag !== null && this.#resumptions <= MAX_RESUMPTIONS;
  }

  async #request(start: number): Promise<Part> {
    const { limits, until } = this.#options;
    const idle = new IdleLimit({ idleTimeoutMs: limits.idleTimeoutMs, until });
    const etag = this.#identity?.etag;
    const range = { Range: `bytes=${start}-`, ...(etag != null && { 'If-Range': etag }) };
    const sent = await idle.limited(
      sendRequest({
        method: 'GET',
        ...this.#target,
        // Disable compression, because positions count bytes of the file.
        headers: { 'Accept-Encoding': 'identity', ...(start > 0 && range) },
        signal: idle.signal,
      }),
    );
    if ('error' in sent) throw failed(requestErrorSentences[sent.error]);
    const { response } = sent;
    try {
      return { response, idle, ...this.#partIn(response, start) };
    } catch (error) {
      response.destroy();
      throw error;
    }
  }

  /** @throws Unreadable if the response is not of the same file, or too large. */
  #partIn(response: IncomingMessage, start: number): Pick<Part, 'start' | 'length'> {
    const { statusCode = 0, headers } = response;
    const rejection = rejectionOf(statusCode);
    if (rejection) throw rejection;
    requireBytesOfFile(response);
    const part = partOf(headers['content-range']);
    if (statusCode === 416 || (statusCode === 206 && part?.start !== start)) {
      throw failed('The server did not send the requested part of the file.');
    }
    const size = statusCode === 206 ? part?.total : announcedSize(response);
    const identity = { etag: strongEtag(headers.etag), size: size ?? null };
    if (size !== undefined && size > this.#options.limits.maxBytes) throw tooLarge(this.#options.limits);
    this.#identity ??= identity;
    if (identity.etag !== this.#identity.etag || identity.size !== this.#identity.size) throw failed(CHANGED);
    return statusCode === 206 ? { start, length: part?.length } : { start: 0, length: size };
  }

  /** @param from where to begin. A server without ranges also sends what precedes it. */
  async *#pieces(part: Part, from: number): AsyncGenerator<Buffer> {
    const { response, idle, start } = part;
    const { pace } = this.#options;
    const iterator: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
    let position = start;
    try {
      for (;;) {
        const { done, value } = await pace.waited(idle.limited(iterator.next()));
        if (done) {
          requireLength(part, position - start);
          return;
        }
        pace.received(value.length);
        position += value.length;
        const rest = value.subarray(Math.max(0, value.length - (position - from)));
        if (rest.length > 0) yield rest;
      }
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      if (idle.signal.aborted) throw failed(requestErrorSentences.timeout);
      throw new Broken();
    } finally {
      end(part);
    }
  }
}

/** The connection ended before the file did. */
class Broken extends Unreadable {
  constructor() {
    super({ is: 'failed', reason: 'The connection to the server broke before the end of the file.' });
  }
}

/** @throws Unreadable if the response was longer or shorter than announced. */
function requireLength({ length }: Part, received: number): void {
  if (length === undefined || received === length) return;
  if (received < length) throw new Broken();
  throw failed(`The server sent ${received} bytes of the file, but had announced ${length}.`);
}

/** @throws Unreadable if the response, or a part of the file in it, is compressed. */
function requireBytesOfFile({ headers }: IncomingMessage): void {
  const { 'content-encoding': encoding, 'transfer-encoding': transfer } = headers;
  const isCompressed = encoding !== undefined && encoding.toLowerCase() !== 'identity';
  if (isCompressed || transfer?.match(/gzip|deflate|compress/i))
    throw invalid('The server compresses the file.');
}

/** @throws Unreadable if the end is not known, because a truncated file would look complete. */
function announcedSize({ headers }: IncomingMessage): number | undefined {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers;
  if (length === undefined && transfer?.toLowerCase() !== 'chunked') {
    throw invalid('The server does not report the size of the file.');
  }
  return length === undefined ? undefined : Number(length);
}

const tooLarge = ({ maxBytes }: { readonly maxBytes: number }) =>
  invalid(`The file is larger than ${maxBytes / 1e9} GB.`);

function end({ response, idle }: Part): void {
  response.destroy();
  idle.end();
}
