/** A page of an Ogg file (RFC 3533, section 6). */

/** Bytes of the header, without the lengths of segments. */
export const HEADER_BYTES = 27;
export const SEGMENTS_AT = 26;
const FLAGS_AT = 5;
const POSITION_AT = 6;
const SERIAL_AT = 14;
const NUMBER_AT = 18;

const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;
/** The position of a page on which no packet ends. */
const NO_POSITION = -1n;

export interface OggPage {
  readonly bytes: Buffer;
  /** Whether its first packet began on the page before. */
  readonly isContinued: boolean;
  /** Whether its stream begins, and whether it ends. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Samples of the stream up to its end; undefined if no packet ends on it. */
  readonly position: number | undefined;
  /** The number of its stream, and its number in it. */
  readonly serial: number;
  readonly number: number;
  readonly segments: Buffer;
  readonly content: Buffer;
}

/** @param bytes of the whole page. */
export function oggPage(bytes: Buffer): OggPage {
  const flags = bytes.readUInt8(FLAGS_AT);
  const position = bytes.readBigInt64LE(POSITION_AT);
  const contentAt = HEADER_BYTES + bytes.readUInt8(SEGMENTS_AT);
  return {
    bytes,
    isContinued: (flags & CONTINUED) !== 0,
    isFirst: (flags & FIRST) !== 0,
    isLast: (flags & LAST) !== 0,
    position: position === NO_POSITION ? undefined : Number(position),
    serial: bytes.readUInt32LE(SERIAL_AT),
    number: bytes.readUInt32LE(NUMBER_AT),
    segments: bytes.subarray(HEADER_BYTES, contentAt),
    content: bytes.subarray(contentAt),
  };
}
