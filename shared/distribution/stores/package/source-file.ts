/** A file at its URL, read from beginning to end through guarded requests. */
import type { IncomingMessage } from 'node:http';
import { outgoingTarget } from '../../../platform/egress/address-guard.ts';
import type { LookupHost } from '../../../platform/egress/lookup-host.ts';
import { requestErrorSentences, sendRequest } from '../../../platform/egress/send-request.ts';

export interface SourceOptions {
  readonly allowedCidrs: readonly string[];
  readonly lookup?: LookupHost;
  /** How long the server may send nothing. */
  readonly idleTimeoutMs: number;
  readonly until: AbortSignal;
}

/** Thrown when the file cannot be read. The message is a sentence for the owner of the release. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable';
}

/** The largest file that the service takes: a video master. 1 GB is 10^9 bytes. */
const MAX_FILE_BYTES = 6e9;

const TOO_LARGE = 'The file is larger than 6 GB.';

/** @throws SourceUnreadable also in the middle: what was read so far is then not the file. */
export async function* sourceFile(url: string, options: SourceOptions): AsyncGenerator<Buffer> {
  const idle = new IdleLimit(options);
  try {
    const response = await open(url, options, idle);
    requireKnownEnd(response);
    let bytes = 0;
    for await (const piece of pieces(response, idle)) {
      bytes += piece.length;
      if (bytes > MAX_FILE_BYTES) throw new SourceUnreadable(TOO_LARGE);
      yield piece;
    }
    if (bytes === 0) throw new SourceUnreadable('The file is empty.');
  } finally {
    idle.end();
  }
}

async function open(text: string, options: SourceOptions, idle: IdleLimit): Promise<IncomingMessage> {
  const target = await outgoingTarget(text, options);
  if ('rejection' in target) throw new SourceUnreadable(target.rejection.detail);
  const sent = await idle.limited(
    sendRequest({
      method: 'GET',
      ...target,
      // Without compression: the package has the file as it is.
      headers: { 'Accept-Encoding': 'identity' },
      signal: idle.signal,
    }),
  );
  if ('error' in sent) throw new SourceUnreadable(requestErrorSentences[sent.error]);
  const { response } = sent;
  if (response.statusCode === 200) return response;
  response.destroy();
  throw new SourceUnreadable(`The server responded with status ${response.statusCode} instead of the file.`);
}

/** @throws SourceUnreadable when nothing says where the file ends: half of it would look like all of it. */
function requireKnownEnd(response: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = response.headers;
  const isTooLarge = Number(length) > MAX_FILE_BYTES;
  if (!isTooLarge && (length !== undefined || encoding !== undefined)) return;
  response.destroy();
  throw new SourceUnreadable(isTooLarge ? TOO_LARGE : 'The server does not say how large the file is.');
}

async function* pieces(response: IncomingMessage, idle: IdleLimit): AsyncGenerator<Buffer> {
  const iterator: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await idle.limited(iterator.next());
      if (done) return;
      yield value;
    }
  } catch {
    throw new SourceUnreadable(requestErrorSentences[idle.signal.aborted ? 'timeout' : 'no_response']);
  } finally {
    response.destroy();
  }
}

/** Ends a request when its server is silent for too long. The time in which the reader is busy does not count. */
class IdleLimit {
  readonly #silence = new AbortController();
  readonly #milliseconds: number;
  readonly signal: AbortSignal;

  constructor({ idleTimeoutMs, until }: SourceOptions) {
    this.#milliseconds = idleTimeoutMs;
    this.signal = AbortSignal.any([this.#silence.signal, until]);
  }

  async limited<T>(promised: Promise<T>): Promise<T> {
    // Not AbortSignal.timeout: its timer does not keep the process alive.
    const timer = setTimeout(() => this.end(), this.#milliseconds);
    try {
      return await promised;
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#silence.abort();
  }
}
