/** The bits of a scan of a JPEG (ITU-T T.81, F.2.2.5). Bytes 0xff of its data are followed by 0x00. */
import { broken, type ContentFault, cut } from '../content-fault.ts';
import { type HuffmanTable, LOOKUP_BITS } from './huffman-table.ts';

export class ScanBits {
  readonly #bytes: Buffer;
  /** Of the next byte to hold. It stays at the marker that ends the data. */
  #position: number;
  #held = 0;
  #count = 0;
  /** How many of the bits held are zeros after the end of the data. */
  #padding = 0;

  constructor(bytes: Buffer, position: number) {
    this.#bytes = bytes;
    this.#position = position;
  }

  /** @throws ContentFault at a code that the table does not have, and after the end of the data. */
  symbol(table: HuffmanTable): number {
    this.#fill();
    const next = (this.#held >>> (this.#count - 16)) & 0xff_ff;
    const found = table.lookup[next >>> (16 - LOOKUP_BITS)] ?? 0;
    if (found !== 0) {
      this.#drop(found >>> 8);
      return found & 0xff;
    }
    for (let length = LOOKUP_BITS + 1; length <= 16; length++) {
      const index = (next >>> (16 - length)) - (table.offsets[length] ?? 0);
      if (index < (table.ends[length] ?? 0)) {
        this.#drop(length);
        return table.symbols[index] ?? 0;
      }
    }
    throw this.#padding > 0 ? this.#end() : broken();
  }

  /** @param length at most 16. @throws ContentFault after the end of the data. */
  skip(length: number): void {
    if (this.#count < length) this.#fill();
    this.#drop(length);
  }

  /** @param length at most 16. @throws ContentFault after the end of the data. */
  take(length: number): number {
    this.#fill();
    const taken = (this.#held >>> (this.#count - length)) & ((1 << length) - 1);
    this.#drop(length);
    return taken;
  }

  /** Ends the data. @returns the position of the marker after it. @throws ContentFault if more data follows. */
  end(): number {
    this.#fill();
    if (this.#count - this.#padding >= 8) throw broken();
    return this.#position;
  }

  /** Reads the marker between two intervals. @param number of the marker, from 0 to 7. */
  restart(number: number): void {
    let position = this.end() + 1;
    while (this.#bytes[position] === 0xff) position += 1;
    if (position >= this.#bytes.length) throw cut();
    if (this.#bytes[position] !== 0xd0 + number) throw broken();
    this.#position = position + 1;
    this.#held = 0;
    this.#count = 0;
    this.#padding = 0;
  }

  /** Holds at least 17 bits. */
  #fill(): void {
    while (this.#count <= 16) {
      const byte = this.#bytes[this.#position];
      if (byte === undefined || (byte === 0xff && this.#bytes[this.#position + 1] !== 0)) {
        this.#held <<= 8;
        this.#padding += 8;
      } else {
        this.#held = (this.#held << 8) | byte;
        this.#position += byte === 0xff ? 2 : 1;
      }
      this.#count += 8;
    }
  }

  #drop(length: number): void {
    this.#count -= length;
    if (this.#count < this.#padding) throw this.#end();
  }

  #end(): ContentFault {
    return this.#position + 1 < this.#bytes.length ? broken() : cut();
  }
}
