/** The body of a response, read only as far as it is needed. */
import type { IncomingMessage } from 'node:http';

export interface BodyOptions {
  /** The place of its first byte in the file. */
  readonly start: number;
  /** Called with the length of each piece before it is used. What it throws ends the reading. */
  readonly count: (bytes: number) => void;
}

export class ResponseBody {
  /** It was read to its end. */
  isEnded = false;
  readonly #response: IncomingMessage;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #count: BodyOptions['count'];
  /** What was received, but not yet taken, with its place in the file. */
  #held: Buffer = Buffer.alloc(0);
  #place: number;
  #received = 0;

  constructor(response: IncomingMessage, { start, count }: BodyOptions) {
    this.#response = response;
    this.#pieces = response[Symbol.asyncIterator]();
    this.#count = count;
    this.#place = start;
  }

  /** The place in the file of the first byte that can still be taken. */
  get place(): number {
    return this.#place;
  }

  /**
   * Goes forward in the file: what is before the position is dropped.
   * @returns so many bytes from the position on, or fewer at the end of the body.
   * @throws what the stream throws when the connection breaks or its signal ends it.
   */
  async take(position: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = length;
    for (;;) {
      const skipped = Math.min(this.#held.length, position - this.#place);
      const part = this.#held.subarray(skipped, skipped + missing);
      this.#drop(skipped + part.length);
      position += part.length;
      missing -= part.length;
      if (part.length > 0) parts.push(part);
      if (missing === 0 || !(await this.#receive())) return Buffer.concat(parts);
    }
  }

  #drop(count: number): void {
    this.#held = this.#held.subarray(count);
    this.#place += count;
  }

  /** @returns false at the end of the body. */
  async #receive(): Promise<boolean> {
    if (this.isEnded) return false;
    const { done, value } = await this.#pieces.next();
    if (done) {
      this.isEnded = true;
      return false;
    }
    this.#received += value.length;
    this.#count(value.length);
    // Everything before it was dropped or taken.
    this.#held = value;
    return true;
  }

  /** Leaves the connection to the next request if the body has been received as announced, and else closes it. */
  async finish(): Promise<void> {
    const announced = this.#response.headers['content-length'];
    const isComplete = announced !== undefined && this.#received === Number(announced);
    if (!isComplete || (await this.#receive())) this.close();
  }

  close(): void {
    this.#response.destroy();
  }
}
