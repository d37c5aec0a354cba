/** Decodes one FLAC frame (RFC 9639, section 9) of any bit depth from 4 to 32. */
import { invalid } from '../../../platform/egress/unreadable.ts';
import type { Pauses } from '../../pauses.ts';
import type { AudioPiece } from '../decoded-audio.ts';
import { BadFrame, BitReader } from './bit-reader.ts';
import { type FlacFrameHeader, flacFrameHeader } from './frame-header.ts';
import type { StreamInfo } from './stream-info.ts';
import { subframe } from './subframe.ts';

/** Counts only frames with a correct checksum, which no accident makes. A few bytes can take a second. */
const MAX_DAMAGED = 100;

/** Decodes the frames of one stream. */
export class FrameDecoder {
  readonly #pauses: Pauses;
  #damaged = 0;

  constructor(pauses: Pauses) {
    this.#pauses = pauses;
  }

  /** @returns undefined if the frame is damaged. @throws Unreadable if many are. */
  async decoded(frame: Buffer, info: StreamInfo): Promise<AudioPiece | undefined> {
    await this.#pauses.pause();
    const piece = decodedFrame(frame, info);
    this.#damaged += piece ? 0 : 1;
    if (this.#damaged > MAX_DAMAGED) throw invalid('The audio is damaged in too many places.');
    return piece;
  }
}

function decodedFrame(frame: Buffer, info: StreamInfo): AudioPiece | undefined {
  const header = flacFrameHeader(frame, 0);
  if (!header) return undefined;
  const bitDepth = header.bitDepth ?? info.bitDepth;
  try {
    const channels = channelsOf(frame, header, bitDepth);
    return {
      sampleRate: header.sampleRate ?? info.sampleRate,
      channels: channels.map((samples) => scaled(samples, 2 ** (1 - bitDepth))),
    };
  } catch (error) {
    if (error instanceof BadFrame) return undefined;
    throw error;
  }
}

function channelsOf(frame: Buffer, header: FlacFrameHeader, bitDepth: number): Float64Array[] {
  const { length, samples, assignment } = header;
  const reader = new BitReader(frame, length);
  // The difference of two channels has one bit more.
  const channels = Array.from({ length: header.channels }, (_, index) =>
    subframe(reader, samples, bitDepth + (index === differenceIn[assignment] ? 1 : 0)),
  );
  const [first, second] = channels;
  if (first && second) separate(first, second, assignment);
  return channels;
}

const LEFT_AND_DIFFERENCE = 8;
const DIFFERENCE_AND_RIGHT = 9;
const MEAN_AND_DIFFERENCE = 10;

/** Which of two channels is a difference, by how they are stored. */
const differenceIn: Readonly<Record<number, 0 | 1>> = {
  [LEFT_AND_DIFFERENCE]: 1,
  [DIFFERENCE_AND_RIGHT]: 0,
  [MEAN_AND_DIFFERENCE]: 1,
};

/** Converts the stored channels to left and right. */
function separate(first: Float64Array, second: Float64Array, assignment: number): void {
  for (let at = 0; at < first.length; at++) {
    const [one, two] = [first[at] ?? 0, second[at] ?? 0];
    if (assignment === LEFT_AND_DIFFERENCE) second[at] = one - two;
    if (assignment === DIFFERENCE_AND_RIGHT) first[at] = one + two;
    if (assignment === MEAN_AND_DIFFERENCE) {
      // The lowest bit of the sum is that of the difference, and was removed from the mean.
      const sum = 2 * one + (two & 1);
      first[at] = (sum + two) / 2;
      second[at] = (sum - two) / 2;
    }
  }
}

const scaled = (samples: Float64Array, scale: number): Float32Array => {
  const floating = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at++) floating[at] = (samples[at] ?? 0) * scale;
  return floating;
};
