/**
 * How long audio that arrives in pieces has sound that its mix to one channel does not have. Only the mix is
 * fingerprinted (`../fingerprint/fingerprints.ts`).
 */

/** The mix must have this share of the energy that it would have if its channels had nothing in common. */
const LEAST_SHARE = 2 / 3;
/** The mean square of a channel that is silent: -60 dBFS. */
const SILENT = 1e-6;
/** As many seconds of sound that is not fingerprinted count. Ordinary recordings have effects that cancel out for moments. */
export const LEAST_SECONDS = 10;
/** Of shorter audio, this share of it counts. */
const LEAST_PART = 0.5;

export class HiddenSound {
  readonly #stepFrames: number;
  #energy = 0;
  #mixed = 0;
  #beside = 0;
  #frames = 0;
  #steps = 0;
  #hiddenSteps = 0;

  constructor(sampleRate: number) {
    this.#stepFrames = sampleRate;
  }

  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let start = 0; start < length; ) {
      const end = Math.min(length, start + this.#stepFrames - this.#frames);
      this.#measure(channels, start, end);
      this.#frames += end - start;
      start = end;
      if (this.#frames === this.#stepFrames) this.#endStep();
    }
  }

  #measure([left, right, ...others]: readonly Float32Array[], start: number, end: number): void {
    if (!left || !right) return;
    for (let at = start; at < end; at++) {
      const [l, r] = [left[at] ?? 0, right[at] ?? 0];
      this.#energy += l * l + r * r;
      this.#mixed += (l + r) * (l + r);
    }
    for (const samples of others) {
      let energy = 0;
      for (let at = start; at < end; at++) energy += (samples[at] ?? 0) ** 2;
      this.#beside = Math.max(this.#beside, energy);
    }
  }

  #endStep(): void {
    const silent = SILENT * this.#frames;
    const isCancelled = this.#energy > silent && this.#mixed < LEAST_SHARE * this.#energy;
    // The mix of more than two channels has each of them too quietly, and bass effects not at all.
    if (isCancelled || this.#beside > silent) this.#hiddenSteps += 1;
    this.#steps += 1;
    [this.#energy, this.#mixed, this.#beside, this.#frames] = [0, 0, 0, 0];
  }

  /** @returns the seconds with such sound; 0 if they are too few to count. */
  finish(): number {
    if (this.#frames > 0 && this.#steps === 0) this.#endStep();
    const hidden = this.#hiddenSteps;
    return hidden >= Math.min(LEAST_SECONDS, Math.max(1, LEAST_PART * this.#steps)) ? hidden : 0;
  }
}
