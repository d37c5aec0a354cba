/** The fingerprints of a recording played at several speeds, from samples that arrive in pieces. */
import { type Chromaprint, chromaprint } from './chromaprint.ts';

/** CHROMAPRINT_ALGORITHM_TEST2, the default of the library and of AcoustID. */
const ALGORITHM = 1;
const SAMPLES_PER_CALL = 8_192;

interface Print {
  readonly speed: number;
  readonly context: number;
}

export class Fingerprints {
  readonly #library: Chromaprint;
  readonly #prints: readonly Print[];
  readonly #input: number;

  private constructor(library: Chromaprint, prints: readonly Print[]) {
    this.#library = library;
    this.#prints = prints;
    this.#input = allocated(library.malloc(SAMPLES_PER_CALL * 2));
  }

  /** A recording at another speed is the same samples with another rate, so each speed costs no decoding. */
  static async start(sampleRate: number, speeds: readonly number[]): Promise<Fingerprints> {
    const library = await chromaprint();
    const prints = speeds.map((speed) => {
      const context = allocated(library.chromaprint_new(ALGORITHM));
      check(library.chromaprint_start(context, Math.round(sampleRate * speed), 1));
      return { speed, context };
    });
    return new Fingerprints(library, prints);
  }

  /** @param channels of any number. They are mixed to one. */
  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let start = 0; start < length; start += SAMPLES_PER_CALL) {
      const count = Math.min(SAMPLES_PER_CALL, length - start);
      const input = new Int16Array(this.#library.memory.buffer, this.#input, count);
      mix(channels, start, input);
      for (const { context } of this.#prints)
        check(this.#library.chromaprint_feed(context, this.#input, count));
    }
  }

  /** @returns the items by speed. A recording shorter than one item has none. */
  finish(): ReadonlyMap<number, Uint32Array> {
    return new Map(this.#prints.map(({ speed, context }) => [speed, this.#itemsOf(context)]));
  }

  #itemsOf(context: number): Uint32Array {
    const library = this.#library;
    check(library.chromaprint_finish(context));
    const result = allocated(library.malloc(8));
    if (!library.chromaprint_get_raw_fingerprint(context, result, result + 4)) return new Uint32Array();
    const [items = 0, count = 0] = new Uint32Array(library.memory.buffer, result, 2);
    return new Uint32Array(library.memory.buffer, items, count).slice();
  }
}

/** The weights of channels in mono, by their number and in the order of WAVE. Bass effects are omitted. */
const CENTER = Math.SQRT2;
const SURROUND = Math.SQRT1_2;
const weightsOf: Readonly<Record<number, readonly number[]>> = {
  3: [1, 1, CENTER],
  4: [1, 1, SURROUND, SURROUND],
  5: [1, 1, CENTER, SURROUND, SURROUND],
  6: [1, 1, CENTER, 0, SURROUND, SURROUND],
  7: [1, 1, CENTER, 0, SURROUND, SURROUND, SURROUND],
  8: [1, 1, CENTER, 0, SURROUND, SURROUND, SURROUND, SURROUND],
};

/** Converts to 16 bits, then to one channel, as fpcalc does. */
function mix(channels: readonly Float32Array[], start: number, output: Int16Array): void {
  const weights = weightsOf[channels.length] ?? channels.map(() => 1);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const [left, right] = channels;
  if (left && right && channels.length === 2) {
    for (let at = 0; at < output.length; at++) {
      output[at] = (to16Bits(left[start + at] ?? 0) + to16Bits(right[start + at] ?? 0)) / 2;
    }
    return;
  }
  for (let at = 0; at < output.length; at++) {
    let sum = 0;
    for (let channel = 0; channel < channels.length; channel++)
      sum += (weights[channel] ?? 0) * to16Bits(channels[channel]?.[start + at] ?? 0);
    output[at] = Math.round(sum / whole);
  }
}

const to16Bits = (sample: number): number => Math.max(-0x8000, Math.min(0x7fff, Math.round(sample * 0x8000)));

function allocated(pointer: number): number {
  if (pointer === 0) throw new Error('Chromaprint has no memory left.');
  return pointer;
}

function check(result: number): void {
  if (result === 0) throw new Error('Chromaprint rejected a call.');
}
