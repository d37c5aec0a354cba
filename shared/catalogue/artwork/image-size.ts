/** The format and size of a JPEG (ITU-T T.81) or PNG (RFC 2083), by the beginning of its file. */

export interface ImageSize {
  readonly format: 'jpeg' | 'png';
  readonly width: number;
  readonly height: number;
}

/** 'further': the size is not among the bytes. 'other': the file has another format. */
type NoSize = 'further' | 'damaged' | 'other';

/** The signature, and the header of the first chunk with the size. */
const PNG_HEAD_BYTES = 24;
const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** @param head the first bytes of the file. */
export function imageSizeIn(head: Buffer): ImageSize | NoSize {
  if (head.length < PNG_SIGNATURE.length) return 'further';
  if (head.toString('latin1', 0, PNG_SIGNATURE.length) === PNG_SIGNATURE) return pngSize(head);
  return head.readUInt16BE(0) === 0xff_d8 ? jpegSize(head) : 'other';
}

function pngSize(head: Buffer): ImageSize | NoSize {
  if (head.length < PNG_HEAD_BYTES) return 'further';
  if (head.toString('latin1', 12, 16) !== 'IHDR') return 'damaged';
  return sized('png', head.readUInt32BE(16), head.readUInt32BE(20));
}

/** Two bytes of the marker, and two of the length of its segment. */
const SEGMENT_HEAD_BYTES = 4;
/** The bytes of a frame up to its size: precision, height and width. */
const FRAME_HEAD_BYTES = SEGMENT_HEAD_BYTES + 5;

/** Skips segments, such as colour profiles and previews, up to the frame. */
function jpegSize(head: Buffer): ImageSize | NoSize {
  let position = 2;
  while (position + SEGMENT_HEAD_BYTES <= head.length) {
    const marker = head.readUInt8(position + 1);
    if (head.readUInt8(position) !== 0xff || marker === 0 || isScanOrEnd(marker)) return 'damaged';
    // Bytes between segments.
    if (marker === 0xff) position += 1;
    else if (isFrame(marker)) {
      if (position + FRAME_HEAD_BYTES > head.length) return 'further';
      return sized('jpeg', head.readUInt16BE(position + 7), head.readUInt16BE(position + 5));
    } else position += 2 + head.readUInt16BE(position + 2);
  }
  return 'further';
}

/** SOF0 to SOF15. Among them are three markers of tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** EOI and SOS, which follow the frame. */
const isScanOrEnd = (marker: number): boolean => marker === 0xd9 || marker === 0xda;

const sized = (format: ImageSize['format'], width: number, height: number): ImageSize | NoSize =>
  width > 0 && height > 0 ? { format, width, height } : 'damaged';
