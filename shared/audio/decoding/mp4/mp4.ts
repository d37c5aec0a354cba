/** The audio of MP4, M4A and QuickTime files. */
import { aacPackage } from '#aac-package';
import { invalid } from '../../../platform/egress/unreadable.ts';
import { requireAac } from '../aac-option.ts';
import type { Decode, DecodingSource } from '../decoded-audio.ts';
import { startMp3 } from '../mpeg.ts';
import { decodedPieces } from '../package-decoder.ts';
import { lengthOf } from '../portions.ts';
import { inWaveOrder } from './alac-order.ts';
import { audioTrack } from './audio-track.ts';
import { findIndex } from './find-index.ts';
import { playedPieces, playedWindow } from './played-window.ts';
import type { SamplePlace } from './sample-tables.ts';

/** A frame of eight channels of Apple Lossless is the longest real one. */
const MAX_SAMPLE_BYTES = 1024 * 1024;
/** Real ones have at most 3 KB, and one byte can become 64 samples. */
const MAX_MP3_SAMPLE_BYTES = 16_384;
/** At most 23 seconds of AAC, which take the decoder a second. */
const MAX_SAMPLES_WITHOUT_AUDIO = 1_000;

export const decodeMp4: Decode = async (source) => {
  const { codec, samples, seconds, timing } = audioTrack(await findIndex(source));
  const decoding = { sizeOf: lengthOf, canRestart: true, maxWithoutAudio: MAX_SAMPLES_WITHOUT_AUDIO };
  if (codec.is === 'mp3') {
    const portions = samplesIn(source, samples, MAX_MP3_SAMPLE_BYTES);
    const pieces = decodedPieces(portions, { ...decoding, start: () => startMp3(codec.channels) });
    return { bitDepth: null, expectedSeconds: seconds, pieces };
  }
  requireAac(source, codec.is === 'aac' ? 'AAC' : 'Apple Lossless');
  const { decoder, gapless } = await aacPackage();
  const portions = samplesIn(source, samples, MAX_SAMPLE_BYTES);
  const config = codec.is === 'aac' ? { asc: codec.asc } : { alac: codec.alac };
  const decoded = decodedPieces(portions, { ...decoding, start: () => decoder(config) });
  const pieces = codec.is === 'alac' ? inWaveOrder(decoded) : decoded;
  const window = playedWindow(timing, codec, gapless);
  return {
    bitDepth: codec.is === 'alac' ? codec.alac.readUInt8(5) : null,
    expectedSeconds: shorter(seconds, window?.duration),
    pieces: window ? playedPieces(pieces, window, codec) : pieces,
  };
};

const shorter = (seconds: number | null, played: number | undefined): number | null =>
  played === undefined ? seconds : Math.min(seconds ?? played, played);

/** @throws Unreadable if samples are not in the order of time, so that one pass cannot find them. */
async function* samplesIn(
  { bytes, pauses }: DecodingSource,
  places: Iterable<SamplePlace>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  for (const { position, length } of places) {
    await pauses.pause();
    if (length === 0) continue;
    if (position < bytes.position) throw invalid('The audio in the MP4 file is not stored in its order.');
    if (length > maxBytes) throw invalid('The index of the MP4 file is damaged.');
    if (!(await bytes.skip(position - bytes.position))) return;
    const sample = await bytes.take(length);
    if (sample.length < length) return;
    yield sample;
  }
}
