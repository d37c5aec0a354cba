/** Synthesized recordings: arrays of samples from -1 to 1. */

/** @param dbfs peak level. */
export function sine(frequency: number, { seconds = 1, rate = 48_000, dbfs = -12 } = {}): Float32Array {
  const amplitude = 10 ** (dbfs / 20);
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => amplitude * Math.sin((2 * Math.PI * frequency * at) / rate),
  );
}

export const silence = (seconds: number, rate = 48_000): Float32Array =>
  new Float32Array(Math.round(seconds * rate));

export function joined(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Numbers from 0 to 1 that only depend on the seed. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const NOTE_SECONDS = 0.3;
const SCALE = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16];

/** Notes with two overtones that fade. Each seed is another melody. */
export function melody(seed: number, { seconds = 10, rate = 44_100 } = {}): Float32Array {
  const next = numbers(seed);
  const notes = Array.from({ length: Math.ceil(seconds / NOTE_SECONDS) }, () => {
    const step = SCALE[Math.floor(next() * SCALE.length)] ?? 0;
    return 220 * 2 ** (step / 12);
  });
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const time = at / rate;
    const frequency = notes[Math.floor(time / NOTE_SECONDS)] ?? 0;
    const phase = 2 * Math.PI * frequency * time;
    const fade = Math.exp((-3 * (time % NOTE_SECONDS)) / NOTE_SECONDS);
    return fade * (0.3 * Math.sin(phase) + 0.15 * Math.sin(2 * phase) + 0.1 * Math.sin(3 * phase));
  });
}
