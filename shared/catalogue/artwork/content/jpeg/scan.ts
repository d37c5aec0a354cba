/** The header of a scan of a JPEG (ITU-T T.81, B.2.3), with its tables. */
import { broken } from '../content-fault.ts';
import type { Component, Frame } from './frame.ts';
import type { HuffmanTable } from './huffman-table.ts';

export interface ScanComponent {
  readonly component: Component;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

export interface Scan {
  readonly frame: Frame;
  readonly components: readonly ScanComponent[];
  /** The first and the last coefficient. */
  readonly first: number;
  readonly last: number;
  /** The lowest bits of coefficients that earlier scans and this one define (successive approximation). */
  readonly high: number;
  readonly low: number;
  /** Units between restarts; 0 without them. */
  readonly interval: number;
}

export interface Tables {
  readonly dc: Map<number, HuffmanTable>;
  readonly ac: Map<number, HuffmanTable>;
  readonly quantization: Set<number>;
  interval: number;
}

const MOST_BLOCKS_OF_UNIT = 10;
const MOST_COMPONENTS = 4;

/** @param segment after its length. @throws ContentFault */
export function scanIn(segment: Buffer, frame: Frame, tables: Tables): Scan {
  const [count = 0] = segment;
  if (count < 1 || count > MOST_COMPONENTS || segment.length !== 4 + 2 * count) throw broken();
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, selected = 0] = segment.subarray(1 + 2 * index);
    const component = frame.components.find((each) => each.id === id);
    if (!component || !tables.quantization.has(component.quantization)) throw broken();
    return { component, dc: tables.dc.get(selected >> 4), ac: tables.ac.get(selected & 0xf) };
  });
  const blocks = components.reduce((sum, { component }) => sum + component.blocksOfUnit, 0);
  if (count > 1 && blocks > MOST_BLOCKS_OF_UNIT) throw broken();
  if (new Set(components.map(({ component }) => component)).size < count) throw broken();
  const [first = 0, last = 0, approximation = 0] = segment.subarray(1 + 2 * count);
  const [high, low] = [approximation >> 4, approximation & 0xf];
  const scan = { frame, components, interval: tables.interval };
  // Some programs write others into files without progression, which decoders ignore.
  return frame.isProgressive
    ? tell({ ...scan, first, last, high, low })
    : tell({ ...scan, first: 0, last: 63, high: 0, low: 0 });
}

const LOWEST_BIT = 13;

/** Checks the progression of each coefficient, and notes it. */
function tell(scan: Scan): Scan {
  const { frame, components, first, last, high, low } = scan;
  const isBand = first === 0 ? last === 0 || !frame.isProgressive : components.length === 1;
  const isNext = high === 0 || low === high - 1;
  if (first > last || last > 63 || low > LOWEST_BIT || !isBand || !isNext) throw broken();
  for (const { component } of components) {
    const { told } = component;
    if (first > 0 && told[0] === -1) throw broken();
    const isContinued = told.subarray(first, last + 1).every((bit) => high === Math.max(bit, 0));
    if (frame.isProgressive && !isContinued) throw broken();
    told.fill(low, first, last + 1);
  }
  return scan;
}
