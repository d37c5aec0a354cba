/** Streams of MP3 and AAC frames. Junk before and between them is skipped. */

import { decoder as mp3Decoder } from '@audio/decode-mp3';
import { aacPackage } from '#aac-package';
import { invalid } from '../../platform/egress/unreadable.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import { requireAac } from './aac-option.ts';
import type { Decode } from './decoded-audio.ts';
import { mp3Seconds } from './mp3-length.ts';
import { findFrames } from './mpeg-frames.ts';
import { mpegPortions } from './mpeg-portions.ts';
import { decodedPieces, type PackageDecoder } from './package-decoder.ts';
import { lengthOf } from './portions.ts';

/** At the lowest bitrates, one byte becomes 64 samples of MP3. */
const MP3_PORTION_BYTES = 16_384;
/** A frame of silence has about 10 bytes for 2048 samples of each channel. */
const AAC_PORTION_BYTES = 4_096;
/** Of 16 frames at most: less than a minute of audio. */
const MAX_PORTIONS_WITHOUT_AUDIO = 100;
/** Junk that may precede the first frame. */
const SEARCHED_BYTES = 65_536;

export async function findFirstFrame(bytes: ByteStream) {
  const head = await bytes.peek(SEARCHED_BYTES);
  return findFrames(head, head.length < SEARCHED_BYTES);
}

export const decodeMp3: Decode = async ({ bytes }) => {
  const found = await findFirstFrame(bytes);
  if (!found) throw invalid('The file contains no MP3 audio.');
  await bytes.skip(found.position);
  return {
    bitDepth: null,
    expectedSeconds: mp3Seconds(await bytes.peek(found.frame.length), found.frame),
    pieces: decodedPieces(mpegPortions(bytes, { kind: found.frame.kind, size: MP3_PORTION_BYTES }), {
      start: () => startMp3(found.frame.channels),
      sizeOf: lengthOf,
      canRestart: true,
      maxWithoutAudio: MAX_PORTIONS_WITHOUT_AUDIO,
    }),
  };
};

/** The decoder makes two channels of one. */
export async function startMp3(channels: number): Promise<PackageDecoder<Uint8Array>> {
  const decoder = await mp3Decoder();
  return {
    decode: (portion) => {
      const { channelData, sampleRate } = decoder.decode(portion);
      return { channelData: channelData.slice(0, channels), sampleRate };
    },
    free: () => decoder.free(),
  };
}

export const decodeAac: Decode = async ({ bytes, decodesAac }) => {
  requireAac({ decodesAac }, 'AAC');
  const { decoder } = await aacPackage();
  const found = await findFirstFrame(bytes);
  if (!found) throw invalid('The file contains no AAC audio.');
  await bytes.skip(found.position);
  return {
    bitDepth: null,
    expectedSeconds: null,
    pieces: decodedPieces(mpegPortions(bytes, { kind: found.frame.kind, size: AAC_PORTION_BYTES }), {
      start: decoder,
      sizeOf: lengthOf,
      canRestart: true,
      maxWithoutAudio: MAX_PORTIONS_WITHOUT_AUDIO,
    }),
  };
};
