/** Finds the intact pages of an Ogg file (RFC 3533), so that damaged ones and junk do not reach a decoder. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import { Pauses } from '../../pauses.ts';
import type { ByteStream } from '../../reading/byte-stream.ts';
import { HEADER_BYTES, SEGMENTS_AT } from './page.ts';

const CHECKSUM_AT = 22;
/** Header, 255 lengths of segments, and the segments. */
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255;
/** Each can be as long as a page, even if they begin only a few bytes apart. */
const MAX_DAMAGED_PAGES = 5_000;
const CAPTURE_PATTERN = Buffer.from('OggS\0', 'latin1');

const CRC32 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

/** @throws Unreadable if too many pages are damaged. */
export async function* oggPages(bytes: ByteStream): AsyncGenerator<Buffer> {
  const pauses = new Pauses();
  let damaged = 0;
  for (;;) {
    await pauses.pause();
    const head = await bytes.peek(MAX_PAGE_BYTES);
    if (head.length < HEADER_BYTES) return;
    const length = head.indexOf(CAPTURE_PATTERN) === 0 ? pageLength(head) : 0;
    if (length > 0 && isIntact(head, length)) {
      yield await bytes.take(length);
      continue;
    }
    damaged += length > 0 ? 1 : 0;
    if (damaged > MAX_DAMAGED_PAGES) throw invalid('The Ogg file is damaged in too many places.');
    await bytes.skip(junkLength(head));
  }
}

/** @returns how many bytes to skip, because no page begins in them. */
function junkLength(head: Buffer): number {
  const next = head.indexOf(CAPTURE_PATTERN, 1);
  return next > 0 ? next : Math.max(1, head.length - CAPTURE_PATTERN.length);
}

/** @returns 0 if the page at the start is incomplete. */
function pageLength(head: Buffer): number {
  const segments = head.readUInt8(SEGMENTS_AT);
  let length = HEADER_BYTES + segments;
  for (const segment of head.subarray(HEADER_BYTES, length)) length += segment;
  return length <= head.length ? length : 0;
}

const isIntact = (head: Buffer, length: number): boolean =>
  checksum(head, length) === head.readUInt32LE(CHECKSUM_AT);

/** The field of the checksum counts as zeros. */
function checksum(head: Buffer, length: number): number {
  let crc = 0;
  for (let at = 0; at < length; at++) {
    const byte = at >= CHECKSUM_AT && at < SEGMENTS_AT ? 0 : (head[at] ?? 0);
    crc = (crc << 8) ^ (CRC32[(crc >>> 24) ^ byte] ?? 0);
  }
  return crc >>> 0;
}
