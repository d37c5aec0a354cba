/** A clock that jumps from one action to the next. */
import { DueHeap } from './due-heap.ts';

/** When every simulation begins, so that moments are dates. */
const START = Date.UTC(2026, 10, 20);

export class VirtualTime {
  /** Milliseconds since the simulation began. */
  ms = 0;
  readonly #due = new DueHeap<() => void>();

  get date(): Date {
    return this.dateAt(this.ms);
  }

  dateAt(ms: number): Date {
    return new Date(START + ms);
  }

  msOf(moment: string): number {
    return Date.parse(moment) - START;
  }

  after(ms: number, action: () => void): void {
    this.#due.push(this.ms + ms, action);
  }

  run(untilMs: number): void {
    while ((this.#due.next() ?? Number.POSITIVE_INFINITY) <= untilMs) {
      const next = this.#due.pop();
      if (!next) break;
      this.ms = next.time;
      next.item();
    }
    this.ms = untilMs;
  }
}
