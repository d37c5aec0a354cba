/**
 * Identifies a report by the lines that were read of it, in any order. Lines that are repeated count as often as they
 * are there. It is a sum of digests, so that reports of any length need the memory of one.
 */
import { createHash, hash } from 'node:crypto';

/** Of each line. The sum is taken modulo 2^512. */
const WORDS = 16;
const WORD = 2 ** 32;

export class LinesDigest {
  readonly #sum = new Uint32Array(WORDS);
  #lines = 0;

  /** @param line in a form that does not depend on the file. */
  add(line: string): void {
    const bytes = hash('sha512', line, 'buffer');
    let carry = 0;
    for (let word = 0; word < WORDS; word++) {
      const sum = (this.#sum[word] ?? 0) + bytes.readUInt32LE(word * 4) + carry;
      this.#sum[word] = sum % WORD;
      carry = sum >= WORD ? 1 : 0;
    }
    this.#lines += 1;
  }

  /** Null without lines. */
  get text(): string | null {
    if (this.#lines === 0) return null;
    const sum = Buffer.from(this.#sum.buffer).toString('hex');
    return createHash('sha256').update(`${this.#lines} ${sum}`).digest('hex');
  }
}
