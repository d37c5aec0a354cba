/** The MD5 digest of a file while it is read. */
import { createHash } from 'node:crypto';

export class FileDigest {
  readonly #hash = createHash('md5');
  #isWhole = false;
  #md5: string | undefined;

  /** Passes the file through. */
  async *over(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      this.#hash.update(piece);
      yield piece;
    }
    this.#isWhole = true;
  }

  /** @returns hexadecimal digits. @throws Error unless the file was read to its end. */
  ofWholeFile(): string {
    if (!this.#isWhole) throw new Error('The file was not read to its end.');
    this.#md5 ??= this.#hash.digest('hex');
    return this.#md5;
  }
}
