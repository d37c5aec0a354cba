/** The bytes of a file in order, in the portions that a decoder asks for. Reading pauses and is limited. */
import { Pauses } from '../pauses.ts';

export class ByteStream {
  readonly #pieces: AsyncIterator<Buffer>;
  /** Bytes that were received, but not yet taken. */
  #buffer: Buffer = Buffer.alloc(0);
  #position: number;
  readonly #pauses: Pauses;

  /** @param position of the first byte in the file. */
  constructor(pieces: AsyncIterable<Buffer>, position = 0, pauses = new Pauses()) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#position = position;
    this.#pauses = pauses;
  }

  /** The position in the file of the next byte. */
  get position(): number {
    return this.#position;
  }

  /** Does not take them. @returns the next bytes; fewer at the end of the file. */
  async peek(length: number): Promise<Buffer> {
    await this.#pauses.pause();
    if (this.#buffer.length < length) {
      const parts = [this.#buffer];
      let received = this.#buffer.length;
      for (let piece = await this.#receive(); piece; piece = await this.#receive()) {
        parts.push(piece);
        received += piece.length;
        if (received >= length) break;
      }
      this.#buffer = Buffer.concat(parts);
    }
    return this.#buffer.subarray(0, length);
  }

  /** @returns the next bytes; fewer at the end of the file. */
  async take(length: number): Promise<Buffer> {
    const taken = await this.peek(length);
    this.#drop(taken.length);
    return taken;
  }

  /** @returns the next bytes as they come, at least one; none at the end of the file. */
  async some(max: number): Promise<Buffer> {
    await this.#pauses.pause();
    if (this.#buffer.length === 0) this.#buffer = (await this.#receive()) ?? this.#buffer;
    const taken = this.#buffer.subarray(0, max);
    this.#drop(taken.length);
    return taken;
  }

  /** @returns false if the file ends before. */
  async skip(length: number): Promise<boolean> {
    let missing = length;
    while (missing > 0) {
      const { length: skipped } = await this.some(missing);
      if (skipped === 0) return false;
      missing -= skipped;
    }
    return true;
  }

  #drop(count: number): void {
    this.#buffer = this.#buffer.subarray(count);
    this.#position += count;
  }

  async #receive(): Promise<Buffer | undefined> {
    const { done, value } = await this.#pieces.next();
    return done ? undefined : value;
  }

  /** Ends the reading. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
