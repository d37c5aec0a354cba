/** Below this, the state of the filter is inaudible, and denormal numbers would be slow. */
const NOTHING = 1e-20;

/** The energy of one channel after the K-weighting filter. */
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

/** Coefficients of a biquad filter; a0 is 1. */
interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** The analogue filters whose bilinear transform has the coefficients that the standard lists for 48 kHz. */
const SHELF = { frequency: 1681.974450955533, gain: 3.999843853973347, q: 0.7071752369554196 };
const HIGH_PASS = { frequency: 38.13547087602444, q: 0.5003270373238773 };

/**
 * The K-weighting filter of ITU-R BS.1770-4 for any sample rate.
 * @param rate in Hz. @returns the shelf for the head, then the high-pass filter.
 */
function kWeighting(rate: number): readonly [Biquad, Biquad] {
  return [shelf(rate), highPass(rate)];
}

function shelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * SHELF.frequency) / rate);
  const high = 10 ** (SHELF.gain / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / SHELF.q + k * k;
  return {
    b0: (high + (band * k) / SHELF.q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / SHELF.q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / SHELF.q + k * k) / a0,
  };
}

function highPass(rate: number): Biquad {
  const k = Math.tan((Math.PI * HIGH_PASS.frequency) / rate);
  const a0 = 1 + k / HIGH_PASS.q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / HIGH_PASS.q + k * k) / a0 };
}
