/** Peak, silence at the ends and clipping of audio that arrives in pieces. */

/** -60 dBFS. */
const SILENCE = 0.001;
/** Consecutive samples at full scale that count as clipping. A single one is a normalized peak. */
const CLIPPED_SAMPLES = 3;
/** Decoders of damaged files, and files of floating-point samples, can produce any number. */
const HIGHEST = 8;

export interface MeasuredLevels {
  /** In dBFS; null if all samples are zero. */
  readonly peak: number | null;
  /** In frames. Both are all frames if all are silent. */
  readonly silentAtStart: number;
  readonly silentAtEnd: number;
  /** Runs of at least three consecutive samples of a channel at full scale. */
  readonly clipping: number;
}

interface Channel {
  peak: number;
  /** Frames; undefined while all are silent. */
  firstLoud: number | undefined;
  lastLoud: number;
  clipping: number;
  /** Length of the run at full scale that the last sample belongs to. */
  run: number;
}

export class Levels {
  readonly #channels: Channel[];
  readonly #fullScale: number;
  #frames = 0;

  /** @param bitDepth of formats without loss. Their highest positive sample is one step below 1. */
  constructor(channels: number, bitDepth: number | null) {
    this.#fullScale = 1 - 2 ** (1 - Math.min(bitDepth ?? 16, 16));
    this.#channels = Array.from({ length: channels }, () => ({
      peak: 0,
      firstLoud: undefined,
      lastLoud: 0,
      clipping: 0,
      run: 0,
    }));
  }

  /** Replaces samples that are not numbers by silence, and limits others. */
  add(channels: readonly Float32Array[]): void {
    this.#channels.forEach((channel, index) => {
      const samples = channels[index];
      if (samples) measure(channel, samples, { frames: this.#frames, fullScale: this.#fullScale });
    });
    this.#frames += channels[0]?.length ?? 0;
  }

  measured(): MeasuredLevels {
    const peak = Math.max(...this.#channels.map((channel) => channel.peak));
    const firsts = this.#channels.map(({ firstLoud }) => firstLoud ?? this.#frames);
    const ends = this.#channels.map(({ firstLoud, lastLoud }) =>
      firstLoud === undefined ? 0 : lastLoud + 1,
    );
    return {
      peak: peak === 0 ? null : 20 * Math.log10(peak),
      silentAtStart: Math.min(...firsts),
      silentAtEnd: this.#frames - Math.max(...ends),
      clipping: this.#channels.reduce((sum, channel) => sum + channel.clipping, 0),
    };
  }
}

function measure(
  channel: Channel,
  samples: Float32Array,
  { frames, fullScale }: { readonly frames: number; readonly fullScale: number },
): void {
  let { peak, firstLoud, lastLoud, clipping, run } = channel;
  for (let at = 0; at < samples.length; at++) {
    let level = Math.abs(samples[at] ?? 0);
    if (!(level <= HIGHEST)) {
      level = level > HIGHEST && level < Number.POSITIVE_INFINITY ? HIGHEST : 0;
      samples[at] = level * Math.sign(samples[at] || 0);
    }
    if (level > peak) peak = level;
    if (level >= SILENCE) {
      firstLoud ??= frames + at;
      lastLoud = frames + at;
    }
    run = level >= fullScale ? run + 1 : 0;
    if (run === CLIPPED_SAMPLES) clipping += 1;
  }
  Object.assign(channel, { peak, firstLoud, lastLoud, clipping, run });
}
