/** Integrated loudness (ITU-R BS.1770-4, EBU R 128) of audio that arrives in pieces. */
import { WeightedEnergy } from './weighted-energy.ts';

/** Blocks of 400 ms overlap by 75 %, so each consists of four steps. */
const STEPS_PER_SECOND = 10;
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;

/** By number of channels: their weights, in WAVE order. Surround counts more, bass effects not at all. */
const SURROUND = 1.41;
const weightsOf: Readonly<Record<number, readonly number[]>> = {
  4: [1, 1, SURROUND, SURROUND],
  5: [1, 1, 1, SURROUND, SURROUND],
  6: [1, 1, 1, 0, SURROUND, SURROUND],
  7: [1, 1, 1, 0, SURROUND, SURROUND, SURROUND],
  8: [1, 1, 1, 0, SURROUND, SURROUND, SURROUND, SURROUND],
};

export class Loudness {
  readonly #stepFrames: number;
  readonly #channels: readonly { readonly weight: number; readonly energy: WeightedEnergy }[];
  /** The mean weighted square of each complete step. */
  readonly #steps: number[] = [];
  #sum = 0;
  #frames = 0;

  constructor(sampleRate: number, channels: number) {
    this.#stepFrames = Math.round(sampleRate / STEPS_PER_SECOND);
    const weights = weightsOf[channels] ?? [];
    this.#channels = Array.from({ length: channels }, (_, channel) => ({
      weight: weights[channel] ?? 1,
      energy: new WeightedEnergy(sampleRate),
    }));
  }

  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let start = 0; start < length; ) {
      const end = Math.min(length, start + this.#stepFrames - this.#frames);
      this.#channels.forEach(({ weight, energy }, channel) => {
        const samples = channels[channel];
        if (samples && weight > 0) this.#sum += weight * energy.of(samples, start, end);
      });
      this.#frames += end - start;
      start = end;
      if (this.#frames === this.#stepFrames) this.#endStep();
    }
  }

  #endStep(): void {
    this.#steps.push(this.#sum / this.#stepFrames);
    this.#sum = 0;
    this.#frames = 0;
  }

  /** @returns LUFS; null if there is no block above the absolute gate. */
  integrated(): number | null {
    const blocks = this.#steps
      .slice(STEPS_PER_BLOCK - 1)
      .map((_, first) => mean(this.#steps.slice(first, first + STEPS_PER_BLOCK)));
    const audible = blocks.filter((block) => lufs(block) > ABSOLUTE_GATE_LUFS);
    const gate = lufs(mean(audible)) + RELATIVE_GATE_LU;
    const counted = audible.filter((block) => lufs(block) > gate);
    return counted.length === 0 ? null : lufs(mean(counted));
  }
}

const lufs = (meanSquare: number): number => -0.691 + 10 * Math.log10(meanSquare);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
