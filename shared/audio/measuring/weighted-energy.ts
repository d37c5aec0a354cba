/** The energy of one channel after the K-weighting filter. */
import { kWeighting } from './k-weighting.ts';

/** Below this, the state of the filter is inaudible, and denormal numbers would be slow. */
const NOTHING = 1e-20;

export class WeightedEnergy {
  readonly #filters: ReturnType<typeof kWeighting>;
  // Two states of each filter, in direct form II transposed.
  #s1 = 0;
  #s2 = 0;
  #h1 = 0;
  #h2 = 0;

  constructor(sampleRate: number) {
    this.#filters = kWeighting(sampleRate);
  }

  /** @returns the sum of the squares of the weighted samples. */
  of(samples: Float32Array, start: number, end: number): number {
    const [s, h] = this.#filters;
    const { b0, b1, b2, a1, a2 } = s;
    const { a1: c1, a2: c2 } = h;
    let s1 = this.#s1;
    let s2 = this.#s2;
    let h1 = this.#h1;
    let h2 = this.#h2;
    let energy = 0;
    for (let at = start; at < end; at++) {
      const x = samples[at] ?? 0;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + h1;
      h1 = -2 * y - c1 * z + h2;
      h2 = y - c2 * z;
      energy += z * z;
    }
    this.#s1 = audible(s1);
    this.#s2 = audible(s2);
    this.#h1 = audible(h1);
    this.#h2 = audible(h2);
    return energy;
  }
}

const audible = (state: number): number => (Math.abs(state) < NOTHING ? 0 : state);
