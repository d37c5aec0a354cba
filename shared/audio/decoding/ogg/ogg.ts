/** Vorbis, Opus and FLAC in Ogg files. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { AudioPiece, Decode } from '../decoded-audio.ts';
import { decodedPieces, type PackageDecoder } from '../package-decoder.ts';
import { oggFlacInfo, oggFlacPieces } from './flac-stream.ts';
import { OggAudio, type OggCodec } from './ogg-audio.ts';
import { type OggPage, oggPage } from './page.ts';

const startsWith = (packet: Buffer, text: string): boolean =>
  packet.toString('latin1', 0, text.length) === text;

/** A portion is one page. One of 540 bytes can have 255 packets of silence with 8192 samples each. */
const decodedBy =
  (start: () => Promise<PackageDecoder>) =>
  (pages: AsyncIterable<OggPage>): AsyncIterable<AudioPiece> =>
    // The first pages describe how to decode the others.
    decodedPieces(bytesOf(pages), { start, canRestart: false });

async function* bytesOf(pages: AsyncIterable<OggPage>): AsyncGenerator<Buffer> {
  for await (const { bytes } of pages) yield bytes;
}

const VORBIS_HEADER_BYTES = 30;
const VORBIS_CHANNELS_AT = 11;
const VORBIS_RATE_AT = 12;
const OPUS_HEADER_BYTES = 19;
const OPUS_CHANNELS_AT = 9;
/** Opus counts positions at this rate, even if the encoded audio had another one. */
const OPUS_RATE = 48_000;

const describedByVorbis: OggCodec['described'] = (packet) =>
  startsWith(packet, '\x01vorbis') && packet.length >= VORBIS_HEADER_BYTES
    ? { sampleRate: packet.readUInt32LE(VORBIS_RATE_AT), channels: packet.readUInt8(VORBIS_CHANNELS_AT) }
    : undefined;

const describedByOpus: OggCodec['described'] = (packet) =>
  startsWith(packet, 'OpusHead') && packet.length >= OPUS_HEADER_BYTES
    ? { sampleRate: OPUS_RATE, channels: packet.readUInt8(OPUS_CHANNELS_AT) }
    : undefined;

const flac: OggCodec = {
  described: (packet) => (startsWith(packet, '\x7fFLAC') ? oggFlacInfo(packet) : undefined),
  decode: oggFlacPieces,
};

export const decodeVorbis: Decode = async (source) => {
  const { decoder } = await import('@audio/decode-vorbis');
  return new OggAudio(source, { described: describedByVorbis, decode: decodedBy(decoder) });
};

export const decodeOpus: Decode = async (source) => {
  const { decoder } = await import('@audio/decode-opus');
  return new OggAudio(source, { described: describedByOpus, decode: decodedBy(decoder) });
};

/** The first page has one packet, of less than 255 bytes. */
const FIRST_PAGE_BYTES = 300;

export const decodeOggFlac: Decode = async (source) => {
  const info = oggFlacInfo(oggPage(await source.bytes.peek(FIRST_PAGE_BYTES)).content);
  if (!info) throw invalid('The Ogg file does not describe its audio.');
  return new OggAudio(source, flac, info.bitDepth);
};
