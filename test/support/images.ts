/** Image files of one color, by their formats' specifications. */
import { crc32, deflateSync } from 'node:zlib';

interface Png {
  /** 0 gray, 2 RGB, 3 palette, 6 RGB with transparency. */
  readonly type?: 0 | 2 | 3 | 6;
  readonly bits?: 1 | 8 | 16;
  readonly isInterlaced?: boolean;
}

const samples = { 0: 1, 2: 3, 3: 1, 6: 4 } as const;

/** A PNG (RFC 2083). By default, with a palette of two colors. */
export function png(
  width: number,
  height: number,
  { type = 3, bits = 1, isInterlaced = false }: Png = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, type, 0, 0, Number(isInterlaced)], 8);
  const row = (columns: number) => 1 + Math.ceil((columns * bits * samples[type]) / 8);
  const passes = isInterlaced ? PASSES : [[0, 0, 1, 1] as const];
  const bytes = passes.reduce((sum, [left, top, across, down]) => {
    const [columns, rows] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
    return columns > 0 && rows > 0 ? sum + rows * row(columns) : sum;
  }, 0);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(type === 0 ? [] : [chunk('PLTE', Buffer.from([90, 20, 120, 255, 255, 255]))]),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Of Adam7: the first column and row of each pass, and its steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length, 0);
  sum.writeUInt32BE(crc32(named), 0);
  return Buffer.concat([length, named, sum]);
}

/** A segment of a JPEG (ITU-T T.81). */
export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

interface Jpeg {
  /** Of the frame: 0xc0 baseline, 0xc1 extended, 0xc2 progressive. */
  readonly frame?: number;
  readonly bits?: 8 | 12;
  /** 1 gray, 3 YCbCr, 4 CMYK. */
  readonly components?: 1 | 3 | 4;
  /** Bytes of colour profiles before the frame. */
  readonly profileBytes?: number;
  /** Units between restarts. */
  readonly interval?: number;
}

/** A JPEG (ITU-T T.81) whose codes have one bit: each block has the color before, and ends. */
export function jpeg(width: number, height: number, options: Jpeg = {}): Buffer {
  const { frame = 0xc0, bits = 8, components = 3, profileBytes = 0, interval = 0 } = options;
  const size = Buffer.alloc(6);
  size.set([bits], 0);
  size.writeUInt16BE(height, 1);
  size.writeUInt16BE(width, 3);
  size.set([components], 5);
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const profiles = Array.from({ length: Math.ceil(profileBytes / 60_000) }, () =>
    segment(0xe2, Buffer.alloc(60_000, 0x55)),
  );
  const isProgressive = frame === 0xc2;
  const selected = Buffer.from([components, ...ids.flatMap((id) => [id, 0]), 0, isProgressive ? 0 : 63, 0]);
  const table = Buffer.from([1, ...Array.from({ length: 15 }, () => 0), 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...profiles,
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(frame, Buffer.concat([size, Buffer.from(ids.flatMap((id) => [id, 0x11, 0]))])),
    segment(0xc4, Buffer.concat([Buffer.from([0x00]), table])),
    segment(0xc4, Buffer.concat([Buffer.from([0x10]), table])),
    ...(interval > 0 ? [segment(0xdd, Buffer.from([interval >> 8, interval & 0xff]))] : []),
    segment(0xda, selected),
    coded({
      units: Math.ceil(width / 8) * Math.ceil(height / 8),
      bitsOfUnit: components * (isProgressive ? 1 : 2),
      interval,
    }),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Codes of one bit, 0, filled up with ones before each marker. */
function coded({ units, bitsOfUnit, interval }: Record<'units' | 'bitsOfUnit' | 'interval', number>): Buffer {
  const parts: Buffer[] = [];
  const each = interval || units;
  for (let unit = 0; unit < units; unit += each) {
    const bits = Math.min(each, units - unit) * bitsOfUnit;
    const data = Buffer.alloc(Math.ceil(bits / 8));
    if (bits % 8 > 0) data[data.length - 1] = 0xff >> (bits % 8);
    if (unit > 0) parts.push(Buffer.from([0xff, 0xd0 + ((unit / each - 1) % 8)]));
    parts.push(data);
  }
  return Buffer.concat(parts);
}
