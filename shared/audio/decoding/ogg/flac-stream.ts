/** FLAC in Ogg (RFC 9639, section 10.1): after headers, each packet is a frame. */
import type { Pauses } from '../../pauses.ts';
import type { AudioPiece } from '../decoded-audio.ts';
import { FrameDecoder } from '../flac/decode-frame.ts';
import { STREAM_INFO_BYTES, type StreamInfo, streamInfo } from '../flac/stream-info.ts';
import { packetsOf } from './packets.ts';
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
