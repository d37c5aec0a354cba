/** Reads numbers of any size from the bits of a FLAC frame. */

/** Zeros after the frame, so that a word can be read at its end. */
const PADDING_BYTES = 8;

/** The frame is damaged, or not of this standard. */
export class BadFrame extends Error {
  override name = 'BadFrame';
}

export class BitReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  /** In bits. */
  #at: number;

  /** @param start of the first number, in bytes. */
  constructor(frame: Uint8Array, start: number) {
    this.#bytes = new Uint8Array(frame.length + PADDING_BYTES);
    this.#bytes.set(frame);
    this.#end = frame.length * 8;
    this.#at = start * 8;
  }

  /** @param bits at most 32. @throws BadFrame at the end of the frame. */
  unsigned(bits: number): number {
    if (bits === 0) return 0;
    const value = wordAt(this.#bytes, this.#at) >>> (32 - bits);
    this.#move(bits);
    return value;
  }

  /** @param bits at most 33, which differences of two channels need. */
  signed(bits: number): number {
    if (bits === 0) return 0;
    const negative = this.unsigned(1) === 1 ? 2 ** (bits - 1) : 0;
    return this.unsigned(bits - 1) - negative;
  }

  /** Counts the zeros before the next bit that is 1. */
  unary(): number {
    let zeros = 0;
    let leading = Math.clz32(wordAt(this.#bytes, this.#at));
    while (leading === 32) {
      zeros += 32;
      this.#move(32);
      leading = Math.clz32(wordAt(this.#bytes, this.#at));
    }
    this.#move(leading + 1);
    return zeros + leading;
  }

  /** Reads numbers in Rice's code into a part of an array. Most of the time of decoding is spent here. */
  rice(parameter: number, numbers: Float64Array, { from, to }: { from: number; to: number }): void {
    const bytes = this.#bytes;
    const restShift = 32 - parameter;
    for (let index = from; index < to; index++) {
      const word = wordAt(bytes, this.#at);
      const zeros = Math.clz32(word);
      const length = zeros + 1 + parameter;
      if (length <= 32) {
        // The number is in this word, and has fewer than 32 bits.
        const rest = parameter === 0 ? 0 : (word << (zeros + 1)) >>> restShift;
        const folded = (zeros << parameter) | rest;
        numbers[index] = (folded >>> 1) ^ -(folded & 1);
        this.#at += length;
      } else {
        const folded = this.unary() * 2 ** parameter + this.unsigned(parameter);
        numbers[index] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
      }
    }
    this.#move(0);
  }

  #move(bits: number): void {
    this.#at += bits;
    if (this.#at > this.#end) throw new BadFrame();
  }
}

/** @param position in bits. @returns the 32 bits there. */
function wordAt(bytes: Uint8Array, position: number): number {
  const at = position >>> 3;
  const shift = position & 7;
  const first =
    ((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0);
  return (first << shift) | ((bytes[at + 4] ?? 0) >>> (8 - shift));
}
