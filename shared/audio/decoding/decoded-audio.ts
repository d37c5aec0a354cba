/** What the decoders of all formats produce. */
import type { Pauses } from '../pauses.ts';
import type { ByteStream } from '../reading/byte-stream.ts';
import type { AacOption } from './aac-option.ts';

/** Consecutive samples, which may exceed ±1 in lossy formats. The receiver may change them. */
export interface AudioPiece {
  readonly sampleRate: number;
  /** One array of samples for each channel, all of the same length, in the order of WAVE. */
  readonly channels: readonly Float32Array[];
}

export interface DecodedAudio {
  /** Bits per sample of lossless formats; null for others. */
  readonly bitDepth: number | null;
  /** The duration that the file states; null if it states none. Some formats state it only after the last piece. */
  readonly expectedSeconds: number | null;
  /** Sentences about what is wrong with a file that can be decoded anyway. Known after the last piece. */
  readonly faults?: readonly string[];
  /** Whether the file has more audio, which is not decoded. Known after the last piece. */
  readonly hasMore?: boolean;
  /** @throws Unreadable if the file cannot be decoded. Damaged places are skipped. */
  readonly pieces: AsyncIterable<AudioPiece>;
  /**
   * Called after the last piece. What was read of the file in another request must be the same in the one whose digest counts,
   * or a server could have one file heard and send another later.
   * @throws Unreadable
   */
  readonly requireSame?: () => Promise<void>;
}

export interface DecodingSource extends AacOption {
  /** From the start of the audio format, after tags. */
  readonly bytes: ByteStream;
  /** Reads the file again from another position, in a request beside that of `bytes`. */
  readonly from: (position: number) => ByteStream;
  /** For loops that do not take bytes. */
  readonly pauses: Pauses;
}

export type Decode = (source: DecodingSource) => Promise<DecodedAudio>;
