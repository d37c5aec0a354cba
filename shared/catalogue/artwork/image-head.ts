/** The format, size and colors of a JPEG (ITU-T T.81) or PNG (RFC 2083), by the beginning of its file. */

export interface ImageHead {
  readonly format: 'jpeg' | 'png';
  readonly width: number;
  readonly height: number;
  readonly colors: ImageColors;
  /** Bits of each color of a pixel. */
  readonly bits: number;
}

type ImageColors = 'rgb' | 'gray' | 'cmyk';

/**
 * 'further': the size is not among the bytes. 'other': the file has another format. 'unusual': a JPEG that browsers
 * and stores do not show.
 */
type NoHead = 'further' | 'damaged' | 'unusual' | 'other';

/** The signature, and the first chunk up to the colors. */
const PNG_HEAD_BYTES = 26;
const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** @param head the first bytes of the file. */
export function imageHeadIn(head: Buffer): ImageHead | NoHead {
  if (head.length < PNG_SIGNATURE.length) return 'further';
  if (head.toString('latin1', 0, PNG_SIGNATURE.length) === PNG_SIGNATURE) return pngHead(head);
  return head.readUInt16BE(0) === 0xff_d8 ? jpegHead(head) : 'other';
}

/** By the color type, with the depths that it allows. */
const pngColors: Readonly<Record<number, { colors: ImageColors; depths: readonly number[] }>> = {
  0: { colors: 'gray', depths: [1, 2, 4, 8, 16] },
  2: { colors: 'rgb', depths: [8, 16] },
  3: { colors: 'rgb', depths: [1, 2, 4, 8] },
  4: { colors: 'gray', depths: [8, 16] },
  6: { colors: 'rgb', depths: [8, 16] },
};
const PALETTE = 3;

function pngHead(head: Buffer): ImageHead | NoHead {
  if (head.length < PNG_HEAD_BYTES) return 'further';
  const [depth, type] = [head.readUInt8(24), head.readUInt8(25)];
  const { colors, depths } = pngColors[type] ?? {};
  if (head.toString('latin1', 12, 16) !== 'IHDR' || colors === undefined || !depths?.includes(depth))
    return 'damaged';
  // The depth of a palette is that of its indexes. Its colors have 8 bits.
  const bits = type === PALETTE ? 8 : depth;
  return sized({ format: 'png', width: head.readUInt32BE(16), height: head.readUInt32BE(20), colors, bits });
}

/** Two bytes of the marker, and two of the length of its segment. */
const SEGMENT_HEAD_BYTES = 4;
/** The bytes of a frame up to its components: precision, height, width and their number. */
const FRAME_HEAD_BYTES = SEGMENT_HEAD_BYTES + 6;

/** Skips segments, such as colour profiles and previews, up to the frame. */
function jpegHead(head: Buffer): ImageHead | NoHead {
  let position = 2;
  while (position + SEGMENT_HEAD_BYTES <= head.length) {
    const marker = head.readUInt8(position + 1);
    if (head.readUInt8(position) !== 0xff || marker === 0 || isScanOrEnd(marker)) return 'damaged';
    // Bytes between segments.
    if (marker === 0xff) position += 1;
    else if (isFrame(marker)) {
      if (position + FRAME_HEAD_BYTES > head.length) return 'further';
      return marker > LAST_USUAL_FRAME ? 'unusual' : frameHead(head, position + SEGMENT_HEAD_BYTES);
    } else position += 2 + head.readUInt16BE(position + 2);
  }
  return 'further';
}

const jpegColors: Readonly<Record<number, ImageColors>> = { 1: 'gray', 3: 'rgb', 4: 'cmyk' };

function frameHead(head: Buffer, position: number): ImageHead | NoHead {
  const bits = head.readUInt8(position);
  const [height, width] = [head.readUInt16BE(position + 1), head.readUInt16BE(position + 3)];
  const colors = jpegColors[head.readUInt8(position + 5)];
  return colors === undefined ? 'damaged' : sized({ format: 'jpeg', width, height, colors, bits });
}

/** SOF0 to SOF15. Among them are three markers of tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** SOF2. Later ones are lossless, hierarchical or arithmetic-coded. */
const LAST_USUAL_FRAME = 0xc2;

/** EOI and SOS, which follow the frame. */
const isScanOrEnd = (marker: number): boolean => marker === 0xd9 || marker === 0xda;

const sized = (image: ImageHead): ImageHead | NoHead =>
  image.width > 0 && image.height > 0 ? image : 'damaged';
