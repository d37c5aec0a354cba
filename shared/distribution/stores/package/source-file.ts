/** Reads a file from its URL from start to end, with guarded requests. */
import type { IncomingMessage } from 'node:http';
import { outgoingTarget } from '../../../platform/egress/address-guard.ts';
import { IdleLimit } from '../../../platform/egress/idle-limit.ts';
import { MAX_FILE_BYTES } from '../../../platform/egress/largest-file.ts';
import type { LookupHost } from '../../../platform/egress/lookup-host.ts';
import { requestErrorSentences, sendRequest } from '../../../platform/egress/send-request.ts';

export interface SourceOptions {
  readonly allowedCidrs: readonly string[];
  readonly lookup?: LookupHost;
  /** How long the server may stay silent. */
  readonly idleTimeoutMs: number;
  readonly until: AbortSignal;
}

/** Thrown when a file cannot be read. The message is a sentence for the owner of the release. */
export class SourceUnreadable extends Error {
  override name = 'SourceUnreadable';
}

const TOO_LARGE = 'The file is larger than 6 GB.';

/** @throws SourceUnreadable, possibly after some content, which must then be discarded. */
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
      // Disable compression: the package contains the file unchanged.
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

/** @throws SourceUnreadable if the end is not known, because a truncated file would look complete. */
function requireKnownEnd(response: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = response.headers;
  const isTooLarge = Number(length) > MAX_FILE_BYTES;
  if (!isTooLarge && (length !== undefined || encoding !== undefined)) return;
  response.destroy();
  throw new SourceUnreadable(isTooLarge ? TOO_LARGE : 'The server does not report the size of the file.');
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
