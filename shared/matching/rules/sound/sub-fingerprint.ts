/**
 * A fingerprint is a list of sub-fingerprints of 32 bits, as Chromaprint computes them, one each 0.124
 * seconds. Equal sounds have sub-fingerprints with few different bits.
 */

export type Fingerprint = Uint32Array;

/**
 * The upper bits of the numbers, from 0 to 3, that each of Chromaprint's 16 filters gives. An alteration of
 * the sound changes them half as often as the lower ones, so only these are compared.
 */
const STEADY_BITS = 0xaaaaaaaa;
const STEADY_COUNT = 16;

/** @returns the share of the steady bits in which two sub-fingerprints differ. */
export function difference(left: number, right: number): number {
  // Each pair of bits holds 0 or 1, then their sums in fours and eights.
  const pairs = ((left ^ right) & STEADY_BITS) >>> 1;
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  const bits = Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  return bits / STEADY_COUNT;
}

/** The bits that an equalizer, another speed or another track mixed in changes most rarely come first. */
const STEADIEST_FIRST = [
  3, 21, 19, 29, 31, 27, 11, 25, 23, 7, 15, 1, 9, 13, 5, 17, 20, 18, 28, 22, 2, 6, 24, 14, 0, 8, 10, 12, 16,
  26, 30, 4,
];

/** @returns the sub-fingerprint with its steadiest bit first, so that similar sounds begin alike. */
export function steadiestFirst(sub: number): number {
  let ordered = 0;
  for (const bit of STEADIEST_FIRST) ordered = (ordered << 1) | ((sub >>> bit) & 1);
  return ordered >>> 0;
}
