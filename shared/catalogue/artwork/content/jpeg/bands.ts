/**
 * Blocks of a scan that has a band of the coefficients of one component (ITU-T T.81, G.1.2). Later scans have a bit for
 * each coefficient that is not 0, so these are marked.
 */
import { broken } from '../content-fault.ts';
import type { HuffmanTable } from './huffman-table.ts';
import type { Scan } from './scan.ts';
import type { ScanBits } from './scan-bits.ts';

/** Following blocks whose bands have nothing new. */
export interface Run {
  left: number;
}

interface Block {
  readonly bits: ScanBits;
  readonly scan: Scan;
  readonly table: HuffmanTable;
  readonly run: Run;
  readonly marks: Uint32Array;
  /** The index of the marks of the block. */
  readonly at: number;
}

/** Of a symbol without a coefficient: 16 zeros. Less is the end of the band in this and in following blocks. */
const ZEROS = 15;

export function firstBlock({ bits, scan, table, run, marks, at }: Block): void {
  if (run.left > 0) {
    run.left -= 1;
    return;
  }
  for (let coefficient = scan.first; coefficient <= scan.last; coefficient++) {
    const symbol = bits.symbol(table);
    const [zeros, size] = [symbol >> 4, symbol & 0xf];
    if (size === 0 && zeros < ZEROS) {
      run.left = runOf(bits, zeros) - 1;
      return;
    }
    coefficient += zeros;
    if (size === 0) continue;
    if (coefficient > scan.last) throw broken();
    bits.skip(size);
    mark(marks, at, coefficient);
  }
}

export function correctedBlock(block: Block): void {
  const { bits, scan, table, run, marks, at } = block;
  let coefficient = scan.first;
  while (run.left === 0 && coefficient <= scan.last) {
    const symbol = bits.symbol(table);
    const [zeros, size] = [symbol >> 4, symbol & 0xf];
    if (size > 1) throw broken();
    if (size === 0 && zeros < ZEROS) {
      run.left = runOf(bits, zeros);
      break;
    }
    bits.skip(size);
    coefficient = passed(block, coefficient, zeros);
    if (size === 1) {
      if (coefficient > scan.last) throw broken();
      mark(marks, at, coefficient);
    }
    coefficient += 1;
  }
  if (run.left === 0) return;
  run.left -= 1;
  const known = knownIn(marks, at, { first: coefficient, last: scan.last });
  for (let left = known; left > 0; left--) bits.skip(1);
}

/** Passes the bits of known coefficients. @returns the next coefficient after as many unknown ones. */
function passed({ bits, scan, marks, at }: Block, from: number, unknown: number): number {
  let [coefficient, left] = [from, unknown];
  for (; coefficient <= scan.last; coefficient++) {
    if (isMarked(marks, at, coefficient)) bits.skip(1);
    else if (left === 0) return coefficient;
    else left -= 1;
  }
  return coefficient;
}

const runOf = (bits: ScanBits, exponent: number): number =>
  (1 << exponent) + (exponent === 0 ? 0 : bits.take(exponent));

function mark(marks: Uint32Array, at: number, coefficient: number): void {
  const word = at + (coefficient >> 5);
  marks[word] = (marks[word] ?? 0) | (1 << (coefficient & 31));
}

const isMarked = (marks: Uint32Array, at: number, coefficient: number): boolean =>
  (((marks[at + (coefficient >> 5)] ?? 0) >>> (coefficient & 31)) & 1) === 1;

/** @returns how many coefficients of the band are known. */
function knownIn(marks: Uint32Array, at: number, { first, last }: { first: number; last: number }): number {
  const [low, high] = [marks[at] ?? 0, marks[at + 1] ?? 0];
  if ((low | high) === 0) return 0;
  let known = 0;
  for (let coefficient = first; coefficient <= last; coefficient++)
    known += ((coefficient < 32 ? low : high) >>> (coefficient & 31)) & 1;
  return known;
}
