/** A priority queue of items by due time (binary heap). */

interface Due<T> {
  readonly time: number;
  readonly item: T;
}

export class DueHeap<T> {
  readonly #entries: Due<T>[] = [];

  push(time: number, item: T): void {
    const entries = this.#entries;
    let index = entries.push({ time, item }) - 1;
    for (;;) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfEarlier(index, parent)) return;
      index = parent;
    }
  }

  /** The earliest due time. */
  next(): number | undefined {
    return this.#entries[0]?.time;
  }

  /** Removes the earliest item and returns it. */
  pop(): Due<T> | undefined {
    const [first] = this.#entries;
    const last = this.#entries.pop();
    if (!first || !last || first === last) return first;
    this.#entries[0] = last;
    this.#sink();
    return first;
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const earlier = this.#timeAt(left + 1) < this.#timeAt(left) ? left + 1 : left;
      if (!this.#swapIfEarlier(earlier, index)) return;
      index = earlier;
    }
  }

  #timeAt(index: number): number {
    return this.#entries[index]?.time ?? Number.POSITIVE_INFINITY;
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const a = this.#entries[lower];
    const b = this.#entries[upper];
    if (!a || !b || a.time >= b.time) return false;
    this.#entries[lower] = b;
    this.#entries[upper] = a;
    return true;
  }
}
