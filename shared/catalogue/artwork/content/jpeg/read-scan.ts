/** Reads the coefficients of a scan of a JPEG (ITU-T T.81, annexes F and G) without keeping their values. */
import { broken, type WithinTime } from '../content-fault.ts';
import { correctedBlock, firstBlock, type Run } from './bands.ts';
import type { HuffmanTable } from './huffman-table.ts';
import type { Scan, ScanComponent } from './scan.ts';
import type { ScanBits } from './scan-bits.ts';

/** @throws ContentFault */
export function readScan(scan: Scan, bits: ScanBits, withinTime: WithinTime): void {
  const [single, ...others] = scan.components;
  if (!single) return;
  const isAlone = others.length === 0;
  const read = readerOf(scan, bits);
  const units = isAlone ? single.component.blocks : scan.frame.units;
  for (let unit = 0; unit < units; unit++) {
    if (unit % UNITS_BETWEEN_LOOKS === 0) withinTime();
    if (scan.interval > 0 && unit > 0 && unit % scan.interval === 0) {
      bits.restart((unit / scan.interval - 1) % 8);
      read.restart();
    }
    if (isAlone) read.block(single, unit);
    else
      for (const each of scan.components)
        for (let block = 0; block < each.component.blocksOfUnit; block++) read.block(each, unit);
  }
}

const UNITS_BETWEEN_LOOKS = 8_192;

interface Reader {
  /** @param index of the block in its component, in scans of one component. */
  block(of: ScanComponent, index: number): void;
  restart(): void;
}

function readerOf(scan: Scan, bits: ScanBits): Reader {
  const { frame, first, high } = scan;
  const restart = () => undefined;
  if (!frame.isProgressive)
    return { block: ({ dc, ac }) => wholeBlock(bits, required(dc), required(ac)), restart };
  if (first === 0 && high > 0) return { block: () => bits.skip(1), restart };
  if (first === 0) return { block: ({ dc }) => bits.skip(bits.symbol(required(dc))), restart };
  return bandReader(scan, bits);
}

function bandReader(scan: Scan, bits: ScanBits): Reader {
  const run: Run = { left: 0 };
  const read = scan.high === 0 ? firstBlock : correctedBlock;
  return {
    block: ({ component, ac }, index) => {
      component.marks ??= new Uint32Array(2 * component.blocks);
      read({ bits, scan, table: required(ac), run, marks: component.marks, at: 2 * index });
    },
    restart: () => {
      run.left = 0;
    },
  };
}

function required(table: HuffmanTable | undefined): HuffmanTable {
  if (!table) throw broken();
  return table;
}

/** A run of 16 zeros. */
const ZEROS = 0xf0;

function wholeBlock(bits: ScanBits, dc: HuffmanTable, ac: HuffmanTable): void {
  bits.skip(bits.symbol(dc));
  for (let coefficient = 1; coefficient < 64; coefficient++) {
    const symbol = bits.symbol(ac);
    const size = symbol & 0xf;
    if (size === 0) {
      if (symbol !== ZEROS) return;
      coefficient += 15;
      continue;
    }
    coefficient += symbol >> 4;
    if (coefficient > 63) throw broken();
    bits.skip(size);
  }
}
