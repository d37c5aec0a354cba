/** Ways in which a copy of a recording differs from it. Samples are at the rate of the corpus. */
import { normalized, RATE } from './instruments.ts';

export const cut = (samples: Float32Array, from: number, seconds: number): Float32Array =>
  samples.slice(Math.floor(from * RATE), Math.floor((from + seconds) * RATE));

export const silence = (seconds: number): Float32Array => new Float32Array(Math.floor(seconds * RATE));

export function joined(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @returns the sample at a place between two, by the cubic through the four nearest. */
function sampleAt(samples: Float32Array, place: number): number {
  const at = Math.floor(place);
  const share = place - at;
  const [a, b, c, d] = [-1, 0, 1, 2].map((step) => samples[at + step] ?? 0) as [
    number,
    number,
    number,
    number,
  ];
  const curve = 2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a);
  return b + 0.5 * share * (c - a + share * curve);
}

/** Plays faster, and so higher. */
export const faster = (samples: Float32Array, factor: number): Float32Array =>
  Float32Array.from({ length: Math.floor(samples.length / factor) }, (_, at) =>
    sampleAt(samples, at * factor),
  );

export interface Band {
  /** In Hz. */
  readonly frequency: number;
  /** In dB. */
  readonly gain: number;
  /** How narrow it is. */
  readonly quality: number;
}

/** The peaking filters of the Audio EQ Cookbook (R. Bristow-Johnson), one after another. */
export const equalized = (samples: Float32Array, bands: readonly Band[]): Float32Array =>
  normalized(bands.reduce(withBand, samples));

function withBand(samples: Float32Array, { frequency, gain, quality }: Band): Float32Array {
  const amplitude = 10 ** (gain / 40);
  const angle = (2 * Math.PI * frequency) / RATE;
  const width = Math.sin(angle) / (2 * quality);
  const turn = -2 * Math.cos(angle);
  const scale = 1 + width / amplitude;
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const forward = (1 + width * amplitude) * x + turn * x1 + (1 - width * amplitude) * x2;
    const y = (forward - turn * y1 - (1 - width / amplitude) * y2) / scale;
    [x1, x2, y1, y2] = [x, x1, y, y1];
    return y;
  });
}

/** @param level of the other recording in dB. */
export function mixed(samples: Float32Array, other: Float32Array, level: number): Float32Array {
  const gain = 10 ** (level / 20);
  return normalized(samples.map((sample, at) => sample + gain * (other[at % other.length] ?? 0)));
}
