/** Notes and drums, added to the samples of a recording. */

/** Chromaprint computes fingerprints at this rate, so the recordings have no others. */
export const RATE = 11_025;

export type Random = () => number;

const WAVE_SAMPLES = 4096;

/** @returns one period of a sound with overtones of these strengths. */
export function waveOf(overtones: readonly number[]): Float32Array {
  const wave = Float32Array.from({ length: WAVE_SAMPLES }, (_, at) =>
    overtones.reduce(
      (sum, strength, index) => sum + strength * Math.sin((2 * Math.PI * (index + 1) * at) / WAVE_SAMPLES),
      0,
    ),
  );
  const highest = wave.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return wave.map((sample) => sample / highest);
}

/** Times are in seconds. */
export interface Note {
  readonly at: number;
  readonly lasts: number;
  /** In Hz. */
  readonly pitch: number;
  readonly wave: Float32Array;
  readonly strength: number;
  readonly attack: number;
  readonly decay: number;
}

const RELEASE_SAMPLES = 300;

export function addNote(output: Float32Array, note: Note): void {
  const start = Math.floor(note.at * RATE);
  const length = Math.floor(note.lasts * RATE);
  const end = Math.min(length, output.length - start);
  const attack = note.attack * RATE;
  const release = Math.min(length, RELEASE_SAMPLES);
  const step = (note.pitch * WAVE_SAMPLES) / RATE;
  const fade = Math.exp(-1 / (note.decay * RATE));
  let strength = note.strength;
  for (let at = 0; at < end; at++) {
    const rising = at < attack ? at / attack : 1;
    const falling = at > length - release ? (length - at) / release : 1;
    const sample = note.wave[Math.floor(at * step) % WAVE_SAMPLES] ?? 0;
    output[start + at] = (output[start + at] ?? 0) + strength * rising * falling * sample;
    strength *= fade;
  }
}

export interface Stroke {
  readonly at: number;
  readonly drum: 'kick' | 'snare' | 'hat';
  readonly strength: number;
}

const DRUM_SECONDS = { kick: 0.25, snare: 0.18, hat: 0.05 };

export function addStroke(output: Float32Array, random: Random, { at: time, drum, strength }: Stroke): void {
  const start = Math.floor(time * RATE);
  const length = Math.floor(DRUM_SECONDS[drum] * RATE);
  let phase = 0;
  let last = 0;
  for (let at = 0; at < length && start + at < output.length; at++) {
    phase += (2 * Math.PI * (45 + 80 * Math.exp((-8 * at) / length))) / RATE;
    const noise = random() * 2 - 1;
    const sample = { kick: Math.sin(phase), snare: 0.6 * noise, hat: 0.6 * (noise - last) }[drum];
    last = noise;
    output[start + at] = (output[start + at] ?? 0) + strength * Math.exp((-5 * at) / length) * sample;
  }
}

/** @returns the samples, scaled so that the highest is at the peak. */
export function normalized(samples: Float32Array, peak = 0.7): Float32Array {
  let highest = 0;
  for (const sample of samples) highest = Math.max(highest, Math.abs(sample));
  const gain = highest === 0 ? 1 : peak / highest;
  for (let at = 0; at < samples.length; at++) samples[at] = gain * (samples[at] ?? 0);
  return samples;
}
