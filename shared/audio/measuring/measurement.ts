/** Measures and fingerprints audio that arrives in pieces, in bounded memory. */
import { invalid } from '../../platform/egress/unreadable.ts';
import type { AudioPiece, DecodedAudio } from '../decoding/decoded-audio.ts';
import { requireUsual } from '../decoding/format-limits.ts';
import { Fingerprints } from '../fingerprint/fingerprints.ts';
import type { Heard } from '../heard.ts';
import { HiddenSound, LEAST_SECONDS } from './hidden-sound.ts';
import { Levels } from './levels.ts';
import { Loudness } from './loudness.ts';
import { warningsOn } from './warnings.ts';

export interface MeasurementOptions {
  readonly bitDepth: number | null;
  readonly speeds: readonly number[];
  readonly maxSeconds: number;
}

/** Share of the audio. */
const MAX_FOREIGN = 0.05;

/** Audio that never exceeds it is silent. */
const SILENT_DBFS = -60;

/** What is known at the first piece. */
interface Started {
  readonly sampleRate: number;
  readonly channels: number;
  readonly levels: Levels;
  readonly loudness: Loudness;
  readonly hidden: HiddenSound;
  readonly fingerprints: Fingerprints;
}

export class Measurement {
  readonly #options: MeasurementOptions;
  #started: Started | undefined;
  #frames = 0;
  /** Seconds of audio in another format. A little of it is how damaged places of MP3 files look. */
  #foreignSeconds = 0;

  constructor(options: MeasurementOptions) {
    this.#options = options;
  }

  /** @throws Unreadable if the audio is too long. */
  async add({ sampleRate, channels }: AudioPiece): Promise<void> {
    this.#started ??= await start({ sampleRate, channels: channels.length }, this.#options);
    const started = this.#started;
    const frames = channels[0]?.length ?? 0;
    const isForeign = sampleRate !== started.sampleRate || channels.length !== started.channels;
    if (isForeign) this.#foreignSeconds += frames / sampleRate;
    else this.#frames += frames;
    const { maxSeconds } = this.#options;
    if (this.duration + this.#foreignSeconds > maxSeconds) {
      throw invalid(`The audio is longer than ${maxSeconds / 3600} hours.`);
    }
    if (isForeign) return;
    started.levels.add(channels);
    started.loudness.add(channels);
    started.hidden.add(channels);
    started.fingerprints.add(channels);
  }

  /** Seconds so far. */
  get duration(): number {
    return this.#started ? this.#frames / this.#started.sampleRate : 0;
  }

  /** @throws Unreadable if there was no audio, half of it is missing, or it is in several formats. */
  finish({
    expectedSeconds = null,
    faults = [],
    hasMore = false,
  }: Partial<DecodedAudio> = {}): Omit<Heard, 'file' | 'format'> {
    if (!this.#started) throw invalid('The file contains no audio that can be decoded.');
    const { sampleRate, channels, levels, loudness, hidden, fingerprints } = this.#started;
    if (this.#foreignSeconds > this.duration * MAX_FOREIGN) {
      throw invalid('The sample rate or the number of channels changes within the file.');
    }
    const { silentAtStart, silentAtEnd, peak, clipping } = levels.measured();
    const { duration } = this;
    const foreignSeconds = this.#foreignSeconds;
    const hiddenSeconds = hidden.finish();
    const prints = fingerprints.finish();
    const isUnprinted = peak !== null && peak > SILENT_DBFS && prints.get(1)?.length === 0;
    return {
      duration,
      sampleRate,
      channels,
      bitDepth: this.#options.bitDepth,
      loudness: loudness.integrated(),
      peak,
      silenceAtStart: silentAtStart / sampleRate,
      silenceAtEnd: silentAtEnd / sampleRate,
      clipping,
      warnings: warningsOn({ duration, expectedSeconds, peak, foreignSeconds, hiddenSeconds, faults }),
      isInPart: hiddenSeconds > 0 || foreignSeconds >= LEAST_SECONDS || hasMore || isUnprinted,
      prints,
    };
  }
}

/** @throws Unreadable */
async function start(
  format: { readonly sampleRate: number; readonly channels: number },
  { bitDepth, speeds }: MeasurementOptions,
): Promise<Started> {
  requireUsual(format);
  return {
    ...format,
    levels: new Levels(format.channels, bitDepth),
    loudness: new Loudness(format.sampleRate, format.channels),
    hidden: new HiddenSound(format.sampleRate),
    fingerprints: await Fingerprints.start(format.sampleRate, speeds),
  };
}
