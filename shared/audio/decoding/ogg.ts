/** Vorbis, Opus and FLAC in Ogg files. */
import { decoder as flacDecoder } from '@audio/decode-flac';
import { decoder as opusDecoder } from '@audio/decode-opus';
import { decoder as vorbisDecoder } from '@audio/decode-vorbis';
import type { Decode } from './decoded-audio.ts';
import { oggPages } from './ogg-pages.ts';
import { decodedPieces, type PackageDecoder } from './package-decoder.ts';
import { lengthOf } from './portions.ts';

/** One page in each portion, because one of 540 bytes can contain 255 packets of silence with 8192 samples of each channel. */
const decodeOgg =
  (start: () => Promise<PackageDecoder<Uint8Array>>): Decode =>
  async ({ bytes }) => ({
    bitDepth: null,
    expectedSeconds: null,
    pieces: decodedPieces(oggPages(bytes), {
      start,
      sizeOf: lengthOf,
      // The first pages describe how to decode the others.
      canRestart: false,
    }),
  });

export const decodeVorbis = decodeOgg(vorbisDecoder);
export const decodeOpus = decodeOgg(opusDecoder);
export const decodeOggFlac = decodeOgg(flacDecoder);
