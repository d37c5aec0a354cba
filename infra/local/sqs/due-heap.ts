/** Things by the time they are due, the earliest first: a binary heap. */

interface Due<T> {
  readonly time: number;
  readonly item: T;
}

export class DueHeap<T> {
  readonly #entries: Due<T>[] = [];

  push(time: number, item: T): void {
    const entries = this.#entries;
    let place = entries.push({ time, item }) - 1;
    for (;;) {
      const parent = (place - 1) >> 1;
      if (!this.#swapIfEarlier(place, parent)) return;
      place = parent;
    }
  }

  /** The time of the earliest. */
  next(): number | undefined {
    return this.#entries[0]?.time;
  }

  /** Takes out the earliest. */
  pop(): Due<T> | undefined {
    const [first] = this.#entries;
    const last = this.#entries.pop();
    if (!first || !last || first === last) return first;
    this.#entries[0] = last;
    this.#sink();
    return first;
  }

  #sink(): void {
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const earlier = this.#timeAt(left + 1) < this.#timeAt(left) ? left + 1 : left;
      if (!this.#swapIfEarlier(earlier, place)) return;
      place = earlier;
    }
  }

  #timeAt(place: number): number {
    return this.#entries[place]?.time ?? Number.POSITIVE_INFINITY;
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const [a, b] = [this.#entries[lower], this.#entries[upper]];
    if (!a || !b || a.time >= b.time) return false;
    this.#entries[lower] = b;
    this.#entries[upper] = a;
    return true;
  }
}
