/** Warnings for the owner of a file that was analyzed. */
import { invalid } from '../../platform/egress/unreadable.ts';

interface HeardAudio {
  /** In seconds, as are all but the peak. */
  readonly duration: number;
  /** The duration that the file states; null if it states none. */
  readonly expectedSeconds: number | null;
  /** In dBFS; null if all samples are zero. */
  readonly peak: number | null;
  /** Seconds of audio in another format, which were omitted. */
  readonly foreignSeconds: number;
  /** Seconds of sound that is not in the mix of the channels. */
  readonly hiddenSeconds: number;
  /** Sentences of the decoder. */
  readonly faults: readonly string[];
}

/** Less than this share of the audio, or than as many seconds, may be missing. Encoders round to frames. */
const MISSING_SHARE = 0.01;
const MISSING_SECONDS = 0.1;
/** In dBFS. Lossy formats exceed full scale by less than this. */
const HIGHEST_PEAK = 6;

/** @returns sentences. @throws Unreadable if half of the audio is missing. */
export function warningsOn(heard: HeardAudio): string[] {
  const { duration, expectedSeconds, peak, foreignSeconds, hiddenSeconds, faults } = heard;
  const missing = (expectedSeconds ?? 0) - duration;
  const sentences = [...faults];
  if (expectedSeconds !== null && missing >= Math.max(MISSING_SECONDS, MISSING_SHARE * expectedSeconds)) {
    const sentence = `The file states that it has ${seconds(expectedSeconds)} of audio, but only ${duration.toFixed(1)} can be decoded.`;
    if (missing >= expectedSeconds / 2) throw invalid(sentence);
    sentences.unshift(sentence);
  }
  if (foreignSeconds > 0) {
    sentences.push(
      `The sample rate or the number of channels changes for ${seconds(foreignSeconds)}, which were omitted.`,
    );
  }
  if (hiddenSeconds > 0) {
    sentences.push(
      `For ${seconds(hiddenSeconds)}, channels have sound that is not in their mix, so it was not compared.`,
    );
  }
  if (peak !== null && peak > HIGHEST_PEAK) {
    sentences.push(`The audio reaches +${peak.toFixed(1)} dBFS. The file may be damaged.`);
  }
  return sentences;
}

const seconds = (count: number): string => `${count.toFixed(1)} seconds`;
