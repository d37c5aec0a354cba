/** The digests of a file while it is read. */
import { createHash } from 'node:crypto';

/** In hexadecimal digits. */
export interface FileDigests {
  /** What owners state of a file. It does not identify the file, because two files can be made with the same one. */
  readonly md5: string;
  readonly sha256: string;
}

export class FileDigest {
  readonly #md5 = createHash('md5');
  readonly #sha256 = createHash('sha256');
  #isWhole = false;
  #digests: FileDigests | undefined;

  /** Passes the file through. */
  async *over(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      this.#md5.update(piece);
      this.#sha256.update(piece);
      yield piece;
    }
    this.#isWhole = true;
  }

  /** @throws Error unless the file was read to its end. */
  ofWholeFile(): FileDigests {
    if (!this.#isWhole) throw new Error('The file was not read to its end.');
    this.#digests ??= { md5: this.#md5.digest('hex'), sha256: this.#sha256.digest('hex') };
    return this.#digests;
  }
}
