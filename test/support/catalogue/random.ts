/** Random choices that are the same for the same seed. */

export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1, by the generator mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from one to another, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** @throws Error for an empty list. */
  pick<T>(all: readonly T[]): T {
    const one = all[this.between(0, all.length - 1)];
    if (one === undefined) throw new Error('There is nothing to pick from.');
    return one;
  }

  /** @returns whether something of this likelihood happens. */
  happens(likelihood: number): boolean {
    return this.next() < likelihood;
  }
}
