/** The sequential requests that read one file, on one connection if the server keeps it alive. */
import type { IncomingMessage } from 'node:http';
import type { Agent } from 'node:https';
import type { PublicAddress } from './address-guard.ts';
import { rejectionOf } from './response-rejection.ts';
import { requestErrorSentences, sendRequest } from './send-request.ts';
import { failed, Unreadable } from './unreadable.ts';

export interface RequestOptions {
  readonly url: URL;
  /** Verified addresses. Requests go only to these. */
  readonly addresses: readonly PublicAddress[];
  readonly signal: AbortSignal;
  /** From the beginning of a request to the end of its response. */
  readonly requestTimeoutMs: number;
}

export class RangeRequests {
  /** Number of requests sent. */
  count = 0;
  readonly #options: RequestOptions;
  readonly #agent: Agent;
  #deadline = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RequestOptions) {
    this.#options = options;
    const { Agent } = process.getBuiltinModule('node:https');
    this.#agent = new Agent({ keepAlive: true });
  }

  /**
   * Requests a part of the file, and ends the response to the previous request.
   * @throws Unreadable if there is no response, or a response without content of the file.
   */
  async send(start: number, length: number): Promise<IncomingMessage> {
    const { url, addresses, signal, requestTimeoutMs } = this.#options;
    this.count += 1;
    clearTimeout(this.#timer);
    this.#deadline = new AbortController();
    // The timer of AbortSignal.timeout would not keep the process alive.
    this.#timer = setTimeout(() => this.#deadline.abort(), requestTimeoutMs);
    const sent = await sendRequest({
      method: 'GET',
      url,
      addresses,
      // Disable compression, because positions count bytes of the file.
      headers: { Range: `bytes=${start}-${start + length - 1}`, 'Accept-Encoding': 'identity' },
      signal: AbortSignal.any([signal, this.#deadline.signal]),
      agent: this.#agent,
    });
    if ('error' in sent) throw failed(requestErrorSentences[sent.error]);
    const { response } = sent;
    const rejection = rejectionOf(response.statusCode ?? 0);
    if (!rejection) return response;
    response.destroy();
    throw rejection;
  }

  /** @returns the content of a response. @throws Unreadable if the connection breaks or times out. */
  async content<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      const isLate = this.#deadline.signal.aborted || this.#options.signal.aborted;
      throw failed(requestErrorSentences[isLate ? 'timeout' : 'no_response']);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#agent.destroy();
  }
}
