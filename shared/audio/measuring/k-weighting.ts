/** The K-weighting filter of ITU-R BS.1770-4 for any sample rate. */

/** Coefficients of a biquad filter; a0 is 1. */
export interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** The analogue filters whose bilinear transform has the coefficients that the standard lists for 48 kHz. */
const SHELF = { frequency: 1681.974450955533, gain: 3.999843853973347, q: 0.7071752369554196 };
const HIGH_PASS = { frequency: 38.13547087602444, q: 0.5003270373238773 };

/** @param rate in Hz. @returns the shelf for the head, then the high-pass filter. */
export function kWeighting(rate: number): readonly [Biquad, Biquad] {
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
