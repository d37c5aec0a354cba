/** Reads a master from its URL: in ranges, or from the start if the server does not support ranges. */
import type { IncomingMessage } from 'node:http';
import { partOf, totalOf } from '../../platform/egress/content-range.ts';
import { RangeRequests, type RequestOptions } from '../../platform/egress/range-requests.ts';
import { failed, invalid } from '../../platform/egress/unreadable.ts';
import { ResponseBody } from './response-body.ts';

/** Bytes per request. Following reads in the same window need no request. */
const WINDOW_BYTES = 65_536;
/** Limits for one file, regardless of its structure and of what the server sends. */
const MAX_REQUESTS = 32;
const MAX_BYTES = 32 * 1024 * 1024;

const TOO_FAR = 'The header of the file is too large, or too far from its start.';

export class RemoteFile {
  bytesRead = 0;
  readonly #requests: RangeRequests;
  #size: number | undefined;
  #etag: string | null = null;
  #window: Buffer = Buffer.alloc(0);
  /** The position of the window in the file. */
  #start = 0;
  /** The response with the whole file, from a server without ranges. */
  #whole: ResponseBody | undefined;

  constructor(options: RequestOptions) {
    this.#requests = new RangeRequests(options);
  }

  /** In bytes; undefined until the server reports it. */
  get size(): number | undefined {
    return this.#size;
  }

  /** The ETag of the first response. Null if the server sends none. */
  get etag(): string | null {
    return this.#etag;
  }

  get requests(): number {
    return this.#requests.count;
  }

  /**
   * Reads forward only. Bytes before the position cannot be read later.
   * @returns the bytes; fewer at the end of the file.
   * @throws Unreadable
   */
  async read(position: number, length: number): Promise<Buffer> {
    let bytes = this.#held(position, length);
    while (bytes.length < length) {
      const next = position + bytes.length;
      const loaded =
        this.#size !== undefined && next >= this.#size ? Buffer.alloc(0) : await this.#load(next);
      if (loaded.length === 0) break;
      // Keep the bytes found, because a server can send too few, and a window can end within a header.
      this.#window = Buffer.concat([bytes, loaded]);
      this.#start = position;
      bytes = this.#held(position, length);
    }
    return bytes;
  }

  close(): void {
    this.#requests.close();
  }

  #held(position: number, length: number): Buffer {
    const from = position - this.#start;
    return from < 0 ? Buffer.alloc(0) : this.#window.subarray(from, from + length);
  }

  /** @returns bytes from a position on; empty at the end of the file. */
  async #load(start: number): Promise<Buffer> {
    if (this.#whole) return this.#takeFrom(this.#whole, start);
    if (this.requests === MAX_REQUESTS) throw invalid(TOO_FAR);
    const response = await this.#requests.send(start, WINDOW_BYTES);
    if (this.requests === 1) this.#etag = response.headers.etag ?? null;
    if (response.statusCode === 206) return this.#takePart(response, start);
    if (response.statusCode === 416) return this.#takeNothing(response, start);
    const announced = response.headers['content-length'];
    if (announced !== undefined) this.#setSize(Number(announced));
    this.#whole = this.#bodyOf(response, 0);
    return this.#takeFrom(this.#whole, start);
  }

  async #takePart(response: IncomingMessage, start: number): Promise<Buffer> {
    const part = partOf(response.headers['content-range']);
    const body = this.#bodyOf(response, start);
    try {
      if (part?.start !== start) {
        throw invalid('The server did not send the requested part of the file.');
      }
      if (part.total !== undefined) this.#setSize(part.total);
      const length = Math.min(part.length, WINDOW_BYTES);
      const bytes = await this.#requests.content(body.take(start, length));
      if (bytes.length === 0) throw failed('The server sent no content of the file.');
      await this.#requests.content(body.finish());
      return bytes;
    } catch (error) {
      body.close();
      throw error;
    }
  }

  /** 416 means that nothing follows this position. An empty file has no valid range at all. */
  #takeNothing(response: IncomingMessage, start: number): Buffer {
    response.destroy();
    const total = totalOf(response.headers['content-range']);
    if (total !== undefined || start === 0) this.#setSize(total ?? 0);
    return Buffer.alloc(0);
  }

  async #takeFrom(whole: ResponseBody, start: number): Promise<Buffer> {
    const bytes = await this.#requests.content(whole.take(start, WINDOW_BYTES));
    if (whole.isEnded) this.#setSize(whole.place);
    return bytes;
  }

  #bodyOf(response: IncomingMessage, start: number): ResponseBody {
    const count = (bytes: number) => {
      this.bytesRead += bytes;
      if (this.bytesRead > MAX_BYTES) throw invalid(TOO_FAR);
    };
    return new ResponseBody(response, { start, count });
  }

  #setSize(size: number): void {
    if (this.#size !== undefined && this.#size !== size) {
      throw invalid('The server reports different sizes for the file.');
    }
    this.#size = size;
  }
}
