/** Sounds that are not music: syllables like those of speech, and noise whose colour changes. */
import { SeededRandom } from '../../catalogue/random.ts';
import { normalized, RATE, type Random } from './instruments.ts';

/** A filter with one resonance. */
class Resonance {
  readonly #feedback: number;
  readonly #decay: number;
  #last = 0;
  #before = 0;

  /** @param frequency in Hz. @param radius up to 1: the nearer, the narrower. */
  constructor(frequency: number, radius: number) {
    this.#feedback = 2 * radius * Math.cos((2 * Math.PI * frequency) / RATE);
    this.#decay = radius * radius;
  }

  filter(sample: number): number {
    const filtered = sample + this.#feedback * this.#last - this.#decay * this.#before;
    this.#before = this.#last;
    this.#last = filtered;
    return filtered;
  }
}

/** Syllables with three formants, and pauses. Every voice has its own pitch. */
export function speech(seed: number, seconds: number): Float32Array {
  const random = new SeededRandom(seed);
  const output = new Float32Array(Math.floor(seconds * RATE));
  const pitch = 90 + random.next() * 140;
  for (let at = 0; at < seconds; ) {
    const lasts = 0.1 + random.next() * 0.25;
    addSyllable(output, () => random.next(), { at, lasts, pitch });
    at += lasts + (random.happens(0.15) ? 0.2 + random.next() * 0.4 : 0.01 + random.next() * 0.05);
  }
  return normalized(output);
}

const VOICED = 0.8;

function addSyllable(
  output: Float32Array,
  random: Random,
  syllable: { readonly at: number; readonly lasts: number; readonly pitch: number },
): void {
  const start = Math.floor(syllable.at * RATE);
  const length = Math.floor(syllable.lasts * RATE);
  const formants = [300 + random() * 500, 900 + random() * 1300, 2300 + random() * 700];
  const resonances = formants.map((frequency) => new Resonance(frequency, 0.97));
  const pitch = syllable.pitch * (0.8 + random() * 0.5);
  const glide = (random() - 0.5) * 40;
  const isVoiced = random() < VOICED;
  let phase = 0;
  for (let at = 0; at < length && start + at < output.length; at++) {
    phase += (pitch + (glide * at) / length) / RATE;
    const pulse = phase >= 1 ? 1 : 0;
    phase -= pulse;
    const source = isVoiced ? pulse : (random() - 0.5) * 0.3;
    const sample = resonances.reduce((sum, resonance) => sum + resonance.filter(source), 0);
    output[start + at] = sample * Math.min(1, at / 200, (length - at) / 200);
  }
}

/** The part of the distance to its target that the filter covers with each sample. */
const GLIDE = 0.0002;

/** Noise through a filter that wanders, as wind or surf. */
export function wind(seed: number, seconds: number): Float32Array {
  const random = new SeededRandom(seed);
  const radius = 0.9 + random.next() * 0.09;
  let frequency = 300 + random.next() * 1500;
  let target = frequency;
  let untilTarget = 0;
  let [last, before] = [0, 0];
  const output = Float32Array.from({ length: Math.floor(seconds * RATE) }, () => {
    if (untilTarget-- <= 0) {
      target = 200 + random.next() * 3000;
      untilTarget = (0.5 + random.next() * 3) * RATE;
    }
    frequency += (target - frequency) * GLIDE;
    const feedback = 2 * radius * Math.cos((2 * Math.PI * frequency) / RATE) * last;
    [last, before] = [random.next() - 0.5 + feedback - radius * radius * before, last];
    return last + (random.next() - 0.5) * 0.2;
  });
  return normalized(output);
}
