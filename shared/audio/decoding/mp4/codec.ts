/** How the audio of an MP4 file is encoded, from the first entry of its sample description (`stsd`). */
import { invalid } from '../../../platform/egress/unreadable.ts';
import { boxesIn, contentAt } from './boxes.ts';

export type Mp4Codec =
  | { readonly is: 'aac'; readonly asc: Buffer }
  | { readonly is: 'alac'; readonly alac: Buffer }
  | { readonly is: 'mp3'; readonly channels: number };

/** Object types of MPEG-4 and MPEG-2 AAC, and of MP3 (ISO/IEC 14496-1). */
const AAC_TYPES = [0x40, 0x66, 0x67, 0x68];
const MP3_TYPES = [0x69, 0x6b];
/** Bytes of a sample entry before its boxes, by its version in QuickTime. */
const ENTRY_BYTES = [28, 44, 64];
const SHORTEST_ENTRY_BYTES = 28;

/** @param stbl content of the box. @throws Unreadable */
export function codecIn(stbl: Buffer): Mp4Codec {
  const { type, content } = entryIn(stbl);
  const inside = content.subarray(ENTRY_BYTES[content.readUInt16BE(8)] ?? SHORTEST_ENTRY_BYTES);
  const boxOf = (name: string) => contentAt(inside, name) ?? contentAt(inside, 'wave', name);
  const mp3 = { is: 'mp3', channels: content.readUInt16BE(16) } as const;
  if (type === '.mp3') return mp3;
  if (type === 'alac') {
    const cookie = boxOf('alac')?.subarray(-24);
    if (cookie && isUsual(cookie)) return { is: 'alac', alac: cookie };
  }
  if (type === 'mp4a') {
    const { objectType, config } = descriptorOf(boxOf('esds'));
    if (MP3_TYPES.includes(objectType)) return mp3;
    if (AAC_TYPES.includes(objectType) && config.length >= 2) return { is: 'aac', asc: config };
  }
  throw invalid(
    `The audio in the MP4 file is of the type "${type.replace(/[^\x20-\x7e]/g, '?')}". It must be AAC, Apple Lossless or MP3.`,
  );
}

/** @throws Unreadable */
function entryIn(stbl: Buffer) {
  const stsd = contentAt(stbl, 'stsd');
  const entry = stsd && stsd.length > 8 ? boxesIn(stsd.subarray(8))[0] : undefined;
  if (entry && entry.content.length >= SHORTEST_ENTRY_BYTES) return entry;
  throw invalid('The audio track of the MP4 file is incomplete.');
}

const ALAC_BIT_DEPTHS = [16, 20, 24, 32];

/** The decoder of ALAC allocates what the cookie says, and decodes other bit depths to silence. */
const isUsual = (cookie: Buffer): boolean =>
  cookie.length === 24 &&
  cookie.readUInt32BE(0) <= 16_384 &&
  ALAC_BIT_DEPTHS.includes(cookie.readUInt8(5)) &&
  cookie.readUInt8(9) <= 8;

/** The elementary stream descriptor (ISO/IEC 14496-1, section 7.2.6.5). */
function descriptorOf(esds: Buffer | undefined): { objectType: number; config: Buffer } {
  let objectType = 0;
  for (let at = 4; esds && at + 2 <= esds.length; ) {
    const tag = esds.readUInt8(at);
    let length = 0;
    let more = true;
    for (at += 1; more && at < esds.length; at++) {
      const byte = esds.readUInt8(at);
      length = length * 128 + (byte & 0x7f);
      more = byte >= 0x80;
    }
    if (tag === 5) return { objectType, config: esds.subarray(at, at + length) };
    if (tag === 4 && at < esds.length) objectType = esds.readUInt8(at);
    // Tags 3 and 4 contain others after fields of a fixed size.
    at += tag === 3 ? 3 : tag === 4 ? 13 : length;
  }
  return { objectType, config: Buffer.alloc(0) };
}
