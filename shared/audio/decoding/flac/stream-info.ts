/** What a FLAC stream says about itself (RFC 9639, section 8.2). */

export const STREAM_INFO_BYTES = 34;

export interface StreamInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitDepth: number;
  /** Samples of each channel; 0 if not known. */
  readonly total: number;
}

/** The standard has no fewer bits per sample. */
const MIN_BIT_DEPTH = 4;

/** @returns undefined if the block is incomplete or damaged. */
export function streamInfo(block: Buffer): StreamInfo | undefined {
  if (block.length < STREAM_INFO_BYTES) return undefined;
  // 20 bits of sample rate, 3 of channels, 5 of bits per sample, and 36 of the number of samples.
  const bits = block.readBigUInt64BE(10);
  const bitDepth = Number((bits >> 36n) & 31n) + 1;
  if (bitDepth < MIN_BIT_DEPTH) return undefined;
  return {
    sampleRate: Number(bits >> 44n),
    channels: Number((bits >> 41n) & 7n) + 1,
    bitDepth,
    total: Number(bits & 0xfffffffffn),
  };
}
