/** A table of the codes of a JPEG (ITU-T T.81, annex C). */
import { broken } from '../content-fault.ts';

export interface HuffmanTable {
  /** By the next bits: the length of the code and its symbol (`length << 8 | symbol`), or 0 for longer codes. */
  readonly lookup: Uint16Array;
  /** By length: what is subtracted from a code to get the index of its symbol. */
  readonly offsets: Int32Array;
  /** By length: the index after that of its last symbol; 0 if no code has the length. */
  readonly ends: Int32Array;
  readonly symbols: Uint8Array;
}

export const LOOKUP_BITS = 9;

/**
 * @param counts how many codes have each length, from 1 on. @param symbols in the order of their codes.
 * @throws ContentFault if there are more codes of a length than it has.
 */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const lookup = new Uint16Array(1 << LOOKUP_BITS);
  const [offsets, ends] = [new Int32Array(17), new Int32Array(17)];
  let [code, index] = [0, 0];
  for (const [before, count] of counts.entries()) {
    const length = before + 1;
    if (code + count > 1 << length) throw broken();
    offsets[length] = code - index;
    if (count > 0) ends[length] = index + count;
    for (const last = index + count; index < last; index++, code++) {
      if (length > LOOKUP_BITS) continue;
      const first = code << (LOOKUP_BITS - length);
      lookup.fill((length << 8) | (symbols[index] ?? 0), first, first + (1 << (LOOKUP_BITS - length)));
    }
    code <<= 1;
  }
  return { lookup, offsets, ends, symbols };
}
