/** Checks the data of a PNG (RFC 2083) to its end: every chunk, and every row of its pixels. */
import { crc32, createInflate } from 'node:zlib';
import { broken, cut, unchecked, type WithinTime } from './content-fault.ts';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const SIGNATURE_BYTES = 8;
/** The bytes of a chunk in addition to its data: length, type and checksum. */
const CHUNK_BYTES = 12;
/** Encoders make one for some kilobytes. */
const MOST_CHUNKS = 100_000;

/** @throws ContentFault */
function chunksIn(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let position = SIGNATURE_BYTES;
  while (chunks.at(-1)?.type !== 'IEND') {
    if (chunks.length === MOST_CHUNKS) throw unchecked(`The picture has more than ${MOST_CHUNKS} chunks.`);
    if (position + CHUNK_BYTES > bytes.length) throw cut();
    const end = position + CHUNK_BYTES + bytes.readUInt32BE(position);
    if (end > bytes.length) throw cut();
    const named = bytes.subarray(position + 4, end - 4);
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) throw broken();
    chunks.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4) });
    position = end;
  }
  return chunks;
}

/** @param bytes of a file whose head was read. @throws ContentFault */
export async function checkPng(bytes: Buffer, withinTime: WithinTime): Promise<void> {
  const chunks = chunksIn(bytes);
  const [header, ...others] = chunks;
  if (header?.data.length !== 13 || !others.every(isKnown)) throw broken();
  const data = others.filter(({ type }) => type === 'IDAT');
  const from = others.findIndex(({ type }) => type === 'IDAT');
  const isTogether = others.slice(from, from + data.length).every(({ type }) => type === 'IDAT');
  const palette = others.findIndex(({ type }) => type === 'PLTE');
  const needsPalette = header.data[9] === 3;
  if (data.length === 0 || !isTogether || palette > from || (needsPalette && palette === -1)) throw broken();
  await checkRows(data, rowsOf(header.data), withinTime);
}

/** Chunks whose names begin with a small letter can be ignored. */
const isKnown = ({ type }: Chunk): boolean => /^[a-z]/.test(type) || ['PLTE', 'IDAT', 'IEND'].includes(type);

/** Rows of equal length: all, or those of a pass. */
interface Rows {
  readonly count: number;
  /** With the byte of the filter. */
  readonly bytes: number;
}

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Of Adam7: where each pass begins, and its steps. */
const PASSES = [
  { left: 0, top: 0, across: 8, down: 8 },
  { left: 4, top: 0, across: 8, down: 8 },
  { left: 0, top: 4, across: 4, down: 8 },
  { left: 2, top: 0, across: 4, down: 4 },
  { left: 0, top: 2, across: 2, down: 4 },
  { left: 1, top: 0, across: 2, down: 2 },
  { left: 0, top: 1, across: 1, down: 2 },
];
const WHOLE = [{ left: 0, top: 0, across: 1, down: 1 }];

function rowsOf(header: Buffer): Rows[] {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, type = 0, compression, filter, interlace = 0] = header.subarray(8);
  if (compression !== 0 || filter !== 0 || interlace > 1) throw broken();
  const bitsOfPixel = depth * (samplesOf[type] ?? 0);
  return (interlace === 1 ? PASSES : WHOLE).flatMap(({ left, top, across, down }) => {
    const [columns, count] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
    return columns > 0 && count > 0 ? [{ count, bytes: 1 + Math.ceil((columns * bitsOfPixel) / 8) }] : [];
  });
}

const MOST_FILTER = 4;

/** Keeps no pixels. */
async function checkRows(
  data: readonly Chunk[],
  rows: readonly Rows[],
  withinTime: WithinTime,
): Promise<void> {
  let [part, left, missing] = [0, rows[0]?.count ?? 0, 0];
  const check = (piece: Buffer) => {
    for (let position = 0; position < piece.length; ) {
      if (missing === 0) {
        const { bytes } = rows[part] ?? {};
        if (bytes === undefined || (piece[position] ?? 0) > MOST_FILTER) throw broken();
        missing = bytes;
        left -= 1;
        if (left === 0) left = rows[++part]?.count ?? 0;
      }
      const taken = Math.min(missing, piece.length - position);
      position += taken;
      missing -= taken;
    }
  };
  try {
    for await (const piece of inflated(data)) {
      withinTime();
      check(piece);
    }
  } catch (error) {
    throw isOfInflate(error) ? broken() : error;
  }
  if (part < rows.length || missing > 0) throw broken();
}

/** Such as Z_DATA_ERROR. */
const isOfInflate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** Ends its stream as well if it is not read to its end. */
async function* inflated(data: readonly Chunk[]): AsyncGenerator<Buffer> {
  const inflate = createInflate({ chunkSize: 65_536 });
  for (const { data: part } of data) inflate.write(part);
  inflate.end();
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } finally {
    inflate.destroy();
  }
}
