/** The audio of MP4, M4A and QuickTime files. */
import { createHash } from 'node:crypto';
import { aacPackage } from '#aac-package';
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { ByteStream } from '../../reading/byte-stream.ts';
import { requireAac } from '../aac-option.ts';
import type { AudioPiece, Decode, DecodedAudio, DecodingSource } from '../decoded-audio.ts';
import { mp3Starter } from '../mpeg.ts';
import { decodedPieces } from '../package-decoder.ts';
import { type AudioTrack, audioTrack } from './audio-track.ts';
import { editedWindow, type PlayedWindow } from './edit-list.ts';
import { playedPieces, playedWindow } from './played-window.ts';
import type { SampleLocation } from './sample-tables.ts';

/** A frame of eight channels of Apple Lossless is the longest real one. */
const MAX_SAMPLE_BYTES = 1024 * 1024;
/** Real samples have at most 3 KB, and one byte can become 64 samples of audio. */
const MAX_MP3_SAMPLE_BYTES = 16_384;
/** At most 23 seconds of AAC, which take the decoder a second. */
const MAX_SAMPLES_WITHOUT_AUDIO = 1_000;

export const decodeMp4: Decode = async (source) => {
  const { index, requireSame } = await findIndex(source);
  const track = audioTrack(index);
  const { codec, samples, seconds, timing } = track;
  const decoding = { canRestart: true, maxWithoutAudio: MAX_SAMPLES_WITHOUT_AUDIO };
  if (codec.is === 'mp3') {
    const startMp3 = await mp3Starter();
    const portions = samplesIn(source, samples, MAX_MP3_SAMPLE_BYTES);
    const pieces = decodedPieces(portions, { ...decoding, start: () => startMp3(codec.channels) });
    return { bitDepth: null, requireSame, ...played(pieces, track, editedWindow(timing, seconds)) };
  }
  requireAac(source, codec.is === 'aac' ? 'AAC' : 'Apple Lossless');
  const { decoder, gapless } = await aacPackage();
  const portions = samplesIn(source, samples, MAX_SAMPLE_BYTES);
  const config = codec.is === 'aac' ? { asc: codec.asc } : { alac: codec.alac };
  const decoded = decodedPieces(portions, { ...decoding, start: () => decoder(config) });
  const pieces = codec.is === 'alac' ? inWaveOrder(decoded) : decoded;
  return {
    bitDepth: codec.is === 'alac' ? codec.alac.readUInt8(5) : null,
    requireSame,
    ...played(pieces, track, playedWindow(timing, codec, gapless)),
  };
};

function played(
  pieces: AsyncIterable<AudioPiece>,
  track: AudioTrack,
  window: PlayedWindow | null,
): Omit<DecodedAudio, 'bitDepth' | 'requireSame'> {
  const { codec, seconds } = track;
  const faults = unheardOf(track, window);
  const beside = { faults, hasMore: faults.length > 0 };
  if (!window) return { expectedSeconds: seconds, pieces, ...beside };
  const { duration } = window;
  return {
    expectedSeconds: duration === undefined ? seconds : Math.min(seconds ?? duration, duration),
    pieces: playedPieces(pieces, window, codec),
    ...beside,
  };
}

/** Encoders add less at both ends. */
const MAX_UNPLAYED_SECONDS = 10;

/** @returns sentences on what is not analyzed, and programs may play nevertheless. */
function unheardOf({ seconds, hasOthers }: AudioTrack, window: PlayedWindow | null): string[] {
  const unplayed = (seconds ?? 0) - (window?.duration ?? seconds ?? 0);
  return [
    ...(hasOthers ? ['The file has several audio tracks. Only the first was analyzed.'] : []),
    ...(unplayed > MAX_UNPLAYED_SECONDS
      ? [
          `The file states that ${unplayed.toFixed(1)} seconds of its audio are not played. They were not analyzed.`,
        ]
      : []),
  ];
}

/** @throws Unreadable if samples are not in the order of time, so that one pass cannot find them. */
async function* samplesIn(
  { bytes, pauses }: DecodingSource,
  locations: Iterable<SampleLocation>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  for (const { position, length } of locations) {
    await pauses.pause();
    if (length === 0) continue;
    if (position < bytes.position) throw invalid('The audio in the MP4 file is not stored in order.');
    if (length > maxBytes) throw invalid('The index of the MP4 file is damaged.');
    if (!(await bytes.skip(position - bytes.position))) return;
    const sample = await bytes.take(length);
    if (sample.length < length) return;
    yield sample;
  }
}

/** Three hours of AAC need 2 MB. The index also contains pictures. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const MAX_BOXES = 10_000;
const OTHER_INDEX = 'The index of the MP4 file is not the same in each request, or is within the audio.';
const NO_INDEX = 'The MP4 file has no index (moov).';

/**
 * Finds the index (`moov`) before the audio, or behind it with a second request. Leaves `bytes` before the
 * audio.
 * @throws Unreadable
 */
async function findIndex({ bytes, from }: DecodingSource): Promise<FoundIndex> {
  let stream = bytes;
  for (let count = 0; count < MAX_BOXES; count++) {
    const box = await nextBox(stream);
    if (box?.type === 'moov') {
      const { position } = stream;
      const index = await indexOf(stream, box.end);
      return { index, requireSame: stream === bytes ? sameStream : sameIn(bytes, position, index) };
    }
    if (box?.type === 'mdat' && stream === bytes) stream = from(box.end);
    else if (!box || !(await stream.skip(box.end - stream.position))) break;
  }
  throw invalid(NO_INDEX);
}

interface FoundIndex {
  readonly index: Buffer;
  readonly requireSame: () => Promise<void>;
}

const sameStream = async (): Promise<void> => {};

/** @returns what requires that `bytes` has the index, which was read in another request, at the same position. */
function sameIn(bytes: ByteStream, position: number, index: Buffer): () => Promise<void> {
  const digest = createHash('sha256').update(index).digest('hex');
  const { length } = index;
  return async () => {
    const hash = createHash('sha256');
    let left = bytes.position > position || !(await bytes.skip(position - bytes.position)) ? 0 : length;
    while (left > 0) {
      const piece = await bytes.some(left);
      if (piece.length === 0) break;
      hash.update(piece);
      left -= piece.length;
    }
    if (hash.digest('hex') !== digest) throw invalid(OTHER_INDEX);
  };
}

/** @returns undefined at the end of the file, and for a box that lasts to it. */
async function nextBox(bytes: ByteStream): Promise<{ type: string; end: number } | undefined> {
  const start = bytes.position;
  const header = await bytes.take(8);
  if (header.length < 8) return undefined;
  const type = header.toString('latin1', 4, 8);
  const short = header.readUInt32BE(0);
  if (short !== 1) return short < 8 ? undefined : { type, end: start + short };
  const long = await bytes.take(8);
  const size = long.length < 8 ? 0 : Number(long.readBigUInt64BE(0));
  return size < 16 ? undefined : { type, end: start + size };
}

async function indexOf(bytes: ByteStream, end: number): Promise<Buffer> {
  const length = end - bytes.position;
  if (length > MAX_INDEX_BYTES) throw invalid('The index of the MP4 file is too large.');
  // A copy, so that no larger buffer is kept while the rest of the stream is read.
  const index = Buffer.from(await bytes.take(length));
  if (index.length < length) throw invalid(NO_INDEX);
  return index;
}

/**
 * Apple Lossless has the channels of surround sound in an order that begins with the center. By number of
 * channels, the positions of the channels of WAVE.
 */
const orders: Readonly<Record<number, readonly number[]>> = {
  3: [1, 2, 0],
  4: [1, 2, 0, 3],
  5: [1, 2, 0, 3, 4],
  6: [1, 2, 0, 5, 3, 4],
  7: [1, 2, 0, 6, 5, 3, 4],
  8: [3, 4, 0, 7, 5, 6, 1, 2],
};

/** @internal Tests convert each number of channels. */
export async function* inWaveOrder(pieces: AsyncIterable<AudioPiece>): AsyncGenerator<AudioPiece> {
  for await (const { sampleRate, channels } of pieces) {
    const order = orders[channels.length];
    yield { sampleRate, channels: order?.flatMap((from) => channels[from] ?? []) ?? channels };
  }
}
