/** The body of a response, read only as far as needed. */
import type { IncomingMessage } from 'node:http';

export interface BodyOptions {
  /** The position of its first byte in the file. */
  readonly start: number;
  /** Called with the length of each chunk before its use. Anything it throws ends the reading. */
  readonly count: (bytes: number) => void;
}

export class ResponseBody {
  isEnded = false;
  readonly #response: IncomingMessage;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #count: BodyOptions['count'];
  /** Bytes received but not yet taken, with their position in the file. */
  #held: Buffer = Buffer.alloc(0);
  position: number;
  #received = 0;

  constructor(response: IncomingMessage, { start, count }: BodyOptions) {
    this.#response = response;
    this.#pieces = response[Symbol.asyncIterator]();
    this.#count = count;
    this.position = start;
  }

  /** The position in the file of the next byte to take. */
  get place(): number {
    return this.position;
  }

  /**
   * Moves forward in the file and drops everything before the position.
   * @returns the requested bytes; fewer at the end of the body.
   * @throws errors of the stream, such as a broken connection or an abort.
   */
  async take(position: number, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = length;
    for (;;) {
      const skipped = Math.min(this.#held.length, position - this.position);
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
    this.position += count;
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
    // Everything before it has been dropped or taken.
    this.#held = value;
    return true;
  }

  /** Keeps the connection for the next request if the body is complete. Otherwise closes it. */
  async finish(): Promise<void> {
    const announced = this.#response.headers['content-length'];
    const isComplete = announced !== undefined && this.#received === Number(announced);
    if (!isComplete || (await this.#receive())) this.close();
  }

  close(): void {
    this.#response.destroy();
  }
}
