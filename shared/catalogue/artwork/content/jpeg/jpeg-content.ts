/** Checks the data of a JPEG to its end: every segment, and every coefficient of every scan. */
import { broken, cut, unchecked, type WithinTime } from '../content-fault.ts';
import { type Frame, frameIn } from './frame.ts';
import { huffmanTable } from './huffman-table.ts';
import { readScan } from './read-scan.ts';
import { scanIn, type Tables } from './scan.ts';
import { ScanBits } from './scan-bits.ts';

/** Normal encoders write at most a few dozen. Each scan visits all blocks. */
const MOST_SCANS = 100;

interface Jpeg {
  readonly bytes: Buffer;
  readonly withinTime: WithinTime;
  readonly tables: Tables;
  frame: Frame | undefined;
  scans: number;
  /** Of the next marker. */
  position: number;
}

const [DHT, EOI, SOS, DQT, DRI, TEM] = [0xc4, 0xd9, 0xda, 0xdb, 0xdd, 0x01] as const;

/** @param bytes of a file whose head was read. @throws ContentFault */
export function checkJpeg(bytes: Buffer, withinTime: WithinTime): void {
  const tables = { dc: new Map(), ac: new Map(), quantization: new Set<number>(), interval: 0 };
  const jpeg: Jpeg = { bytes, withinTime, tables, frame: undefined, scans: 0, position: 2 };
  for (let marker = nextMarker(jpeg); marker !== EOI; marker = nextMarker(jpeg)) {
    withinTime();
    if (!isAlone(marker)) readSegment(jpeg, marker, nextSegment(jpeg));
  }
  // A component without a scan has no color.
  if (!jpeg.frame || jpeg.frame.components.some(({ told }) => told[0] === -1)) throw broken();
}

function nextMarker(jpeg: Jpeg): number {
  const { bytes } = jpeg;
  if (jpeg.position >= bytes.length) throw cut();
  if (bytes[jpeg.position] !== 0xff) throw broken();
  while (bytes[jpeg.position] === 0xff) jpeg.position += 1;
  const marker = bytes[jpeg.position];
  if (marker === undefined) throw cut();
  if (marker === 0) throw broken();
  jpeg.position += 1;
  return marker;
}

/** Restarts outside of scans are ignored. */
const isAlone = (marker: number): boolean => marker === TEM || (marker >= 0xd0 && marker <= 0xd7);

function nextSegment(jpeg: Jpeg): Buffer {
  const { bytes, position } = jpeg;
  if (position + 2 > bytes.length) throw cut();
  const length = bytes.readUInt16BE(position);
  if (length < 2) throw broken();
  jpeg.position = position + length;
  if (jpeg.position > bytes.length) throw cut();
  return bytes.subarray(position + 2, jpeg.position);
}

function readSegment(jpeg: Jpeg, marker: number, segment: Buffer): void {
  const { tables } = jpeg;
  if (marker === DHT) readHuffmanTables(segment, tables);
  else if (marker === DQT) readQuantization(segment, tables);
  else if (marker === SOS) readNextScan(jpeg, segment);
  else if (marker === DRI) {
    if (segment.length !== 2) throw broken();
    tables.interval = segment.readUInt16BE(0);
  } else if (marker >= 0xc0 && marker <= 0xc2) {
    if (jpeg.frame) throw broken();
    jpeg.frame = frameIn(marker, segment);
  } else if (!isIgnored(marker)) throw broken();
}

/** Those of applications, comments, and the conditioning of a coding that the frame does not have. */
const isIgnored = (marker: number): boolean =>
  (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe || marker === 0xcc;

function readNextScan(jpeg: Jpeg, segment: Buffer): void {
  const { bytes, tables, withinTime } = jpeg;
  if (!jpeg.frame) throw broken();
  jpeg.scans += 1;
  if (jpeg.scans > MOST_SCANS) throw unchecked(`The picture has more than ${MOST_SCANS} scans.`);
  const bits = new ScanBits(bytes, jpeg.position);
  readScan(scanIn(segment, jpeg.frame, tables), bits, withinTime);
  jpeg.position = bits.end();
}

function readHuffmanTables(segment: Buffer, tables: Tables): void {
  for (let rest = segment; rest.length > 0; ) {
    const [kind = 0] = rest;
    const counts = rest.subarray(1, 17);
    const end = 17 + counts.reduce((sum, count) => sum + count, 0);
    if (counts.length < 16 || end > rest.length || kind >> 4 > 1 || (kind & 0xf) > 3) throw broken();
    const symbols = rest.subarray(17, end);
    const isDc = kind >> 4 === 0;
    if (isDc && symbols.some((size) => size > 15)) throw broken();
    (isDc ? tables.dc : tables.ac).set(kind & 0xf, huffmanTable(counts, symbols));
    rest = rest.subarray(end);
  }
}

function readQuantization(segment: Buffer, { quantization }: Tables): void {
  for (let rest = segment; rest.length > 0; ) {
    const [kind = 0] = rest;
    const end = 1 + 64 * ((kind >> 4) + 1);
    if (kind >> 4 > 1 || (kind & 0xf) > 3 || end > rest.length) throw broken();
    quantization.add(kind & 0xf);
    rest = rest.subarray(end);
  }
}
