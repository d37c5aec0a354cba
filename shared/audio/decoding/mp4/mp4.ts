/** The audio of MP4, M4A and QuickTime files. */
import { aacPackage } from '#aac-package';
import { invalid } from '../../../platform/egress/unreadable.ts';
import { requireAac } from '../aac-option.ts';
import type { AudioPiece, Decode, DecodedAudio, DecodingSource } from '../decoded-audio.ts';
import { startMp3 } from '../mpeg.ts';
import { decodedPieces } from '../package-decoder.ts';
import { lengthOf } from '../portions.ts';
import { inWaveOrder } from './alac-order.ts';
import { type AudioTrack, audioTrack } from './audio-track.ts';
import { editedWindow, type PlayedWindow } from './edit-list.ts';
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
  const track = audioTrack(await findIndex(source));
  const { codec, samples, seconds, timing } = track;
  const decoding = { sizeOf: lengthOf, canRestart: true, maxWithoutAudio: MAX_SAMPLES_WITHOUT_AUDIO };
  if (codec.is === 'mp3') {
    const portions = samplesIn(source, samples, MAX_MP3_SAMPLE_BYTES);
    const pieces = decodedPieces(portions, { ...decoding, start: () => startMp3(codec.channels) });
    return { bitDepth: null, ...played(pieces, track, editedWindow(timing, seconds)) };
  }
  requireAac(source, codec.is === 'aac' ? 'AAC' : 'Apple Lossless');
  const { decoder, gapless } = await aacPackage();
  const portions = samplesIn(source, samples, MAX_SAMPLE_BYTES);
  const config = codec.is === 'aac' ? { asc: codec.asc } : { alac: codec.alac };
  const decoded = decodedPieces(portions, { ...decoding, start: () => decoder(config) });
  const pieces = codec.is === 'alac' ? inWaveOrder(decoded) : decoded;
  return {
    bitDepth: codec.is === 'alac' ? codec.alac.readUInt8(5) : null,
    ...played(pieces, track, playedWindow(timing, codec, gapless)),
  };
};

function played(
  pieces: AsyncIterable<AudioPiece>,
  { codec, seconds }: AudioTrack,
  window: PlayedWindow | null,
): Pick<DecodedAudio, 'expectedSeconds' | 'pieces'> {
  if (!window) return { expectedSeconds: seconds, pieces };
  const { duration } = window;
  return {
    expectedSeconds: duration === undefined ? seconds : Math.min(seconds ?? duration, duration),
    pieces: playedPieces(pieces, window, codec),
  };
}

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
