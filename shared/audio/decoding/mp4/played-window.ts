/** The part of the decoded audio of an MP4 file that is played, without the silence that encoders add. */
import type { GaplessBoxes, gapless } from '@audio/decode-aac';
import type { AudioPiece } from '../decoded-audio.ts';
import type { Timing } from './audio-track.ts';
import type { Mp4Codec } from './codec.ts';
import { isComplete, MAX_EDITS, type PlayedWindow } from './edit-list.ts';

/** Sampling frequencies by index (ISO/IEC 14496-3, table 1.18). */
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000];
const FRAME_SAMPLES = 1024;
/** The samples by which the filters of SBR delay the audio. */
const SBR_DELAY = 962;

/** @param read the reader of the package. @returns null if all is played, or the tables are damaged. */
export function playedWindow(
  { elst, stts, mdhd, mvhd, ilst }: Timing,
  codec: Exclude<Mp4Codec, { is: 'mp3' }>,
  read: typeof gapless,
): PlayedWindow | null {
  // The reader trusts the numbers of rows in these tables.
  const boxes: GaplessBoxes = {
    ...(elst && isComplete(elst, elst[0] === 1 ? 20 : 12, MAX_EDITS) && { elst }),
    ...(stts && isComplete(stts, 8) && { stts }),
    ...(mdhd && mdhd.length >= 24 && { mdhd }),
    ...(mvhd && mvhd.length >= 24 && { mvhd }),
    ...(ilst && ilst.length >= 24 && { ilst }),
    ...(codec.is === 'aac' ? { asc: codec.asc } : { alac: codec.alac }),
  };
  try {
    return read(boxes);
  } catch {
    return null;
  }
}

/** @param pieces from the beginning of the track. */
export async function* playedPieces(
  pieces: AsyncIterable<AudioPiece>,
  { start, duration = Number.POSITIVE_INFINITY }: PlayedWindow,
  codec: Mp4Codec,
): AsyncGenerator<AudioPiece> {
  let before: number | undefined;
  let left = Number.POSITIVE_INFINITY;
  for await (const { sampleRate, channels } of pieces) {
    if (before === undefined) {
      before = Math.max(0, Math.round(start * sampleRate) - withheldSamples(codec, sampleRate));
      left = Math.round(duration * sampleRate);
    }
    const length = channels[0]?.length ?? 0;
    const from = Math.min(length, before);
    const to = Math.min(length, from + left);
    before -= from;
    left -= to - from;
    if (to > from) yield { sampleRate, channels: channels.map((samples) => samples.subarray(from, to)) };
    if (left <= 0) return;
  }
}

/** The decoder of AAC withholds its first frame. With SBR, a frame has twice the samples. */
function withheldSamples(codec: Mp4Codec, sampleRate: number): number {
  if (codec.is !== 'aac') return 0;
  const hasSbr = sampleRate > 1.5 * coreRate(codec.asc);
  return hasSbr ? 2 * FRAME_SAMPLES - SBR_DELAY : FRAME_SAMPLES;
}

/** Reads the AudioSpecificConfig (ISO/IEC 14496-3, section 1.6.2.1). @returns infinity if it is unusual. */
function coreRate(asc: Buffer): number {
  const bits = asc.readUInt16BE(0);
  // Five bits of object type, or six more if these are ones, precede the index.
  const index = bits >>> 11 === 31 ? (bits >>> 1) & 15 : (bits >>> 7) & 15;
  return RATES[index] ?? Number.POSITIVE_INFINITY;
}
