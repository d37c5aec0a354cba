/** FLAC in Ogg (RFC 9639, section 10.1): after headers, each packet is a frame. */
import type { Pauses } from '../../pauses.ts';
import type { AudioPiece } from '../decoded-audio.ts';
import { FrameDecoder } from '../flac/decode-frame.ts';
import { STREAM_INFO_BYTES, type StreamInfo, streamInfo } from '../flac/stream-info.ts';
import type { OggPage } from './page.ts';

/** The name of the format, its version, the number of headers, "fLaC" and the header of the description. */
const STREAM_INFO_AT = 17;
/** Frames begin with 0xff, which other packets do not. */
const FRAME = 0xff;

/** @returns undefined if the packet is incomplete. */
export const oggFlacInfo = (firstPacket: Buffer): StreamInfo | undefined =>
  streamInfo(firstPacket.subarray(STREAM_INFO_AT, STREAM_INFO_AT + STREAM_INFO_BYTES));

export async function* oggFlacPieces(
  pages: AsyncIterable<OggPage>,
  pauses: Pauses,
): AsyncGenerator<AudioPiece> {
  const decoder = new FrameDecoder(pauses);
  let info: StreamInfo | undefined;
  for await (const packet of packetsOf(pages)) {
    info ??= oggFlacInfo(packet);
    const piece = info && packet[0] === FRAME ? await decoder.decoded(packet, info) : undefined;
    if (piece) yield piece;
  }
}

/** A segment of this length continues in the next one. */
const FULL_SEGMENT = 255;
/** Longer packets are junk. The longest are pictures. */
const MAX_PACKET_BYTES = 32 * 1024 * 1024;

/** Joins packets from the pages of their stream (RFC 3533, section 5). Incomplete ones are omitted. */
async function* packetsOf(pages: AsyncIterable<OggPage>): AsyncGenerator<Buffer> {
  /** The parts of the current packet; undefined if its beginning is missing. */
  let parts: Buffer[] | undefined = [];
  let length = 0;
  let before: OggPage | undefined;
  for await (const page of pages) {
    const isNext = before === undefined || page.number === before.number + 1;
    // A packet that should continue here, but does not, has no end. One that continues from a missing page
    // has no beginning.
    if (!isNext || !page.isContinued) {
      parts = page.isContinued ? undefined : [];
      length = 0;
    }
    before = page;
    let at = 0;
    for (const segment of page.segments) {
      parts?.push(page.content.subarray(at, at + segment));
      at += segment;
      length += segment;
      if (length > MAX_PACKET_BYTES) parts = undefined;
      if (segment === FULL_SEGMENT) continue;
      if (parts) yield Buffer.concat(parts);
      parts = [];
      length = 0;
    }
  }
}
