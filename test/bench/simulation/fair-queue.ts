/**
 * A fair queue of SQS: groups with many messages in flight wait for the others. A message without a group is
 * one.
 */
import type { Quotas } from './quotas.ts';

export interface Grouped {
  readonly group: string | undefined;
}

/** A first-in-first-out queue that does not move its items. */
class Line<T> {
  #items: T[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  take(): T | undefined {
    const item = this.#items[this.#head++];
    if (this.#head > 10_000 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

export class FairQueue<M extends Grouped> {
  inFlight = 0;
  readonly #quotas: Pick<Quotas, 'noisyShare' | 'noisyMessages'>;
  readonly #waiting = new Line<M>();
  /** Messages of groups that were noisy when their turn came. */
  readonly #aside = new Map<string, Line<M>>();
  readonly #inFlight = new Map<string, number>();

  constructor(quotas: Pick<Quotas, 'noisyShare' | 'noisyMessages'>) {
    this.#quotas = quotas;
  }

  get length(): number {
    return this.#waiting.length + this.#aside.values().reduce((sum, { length }) => sum + length, 0);
  }

  add(message: M): void {
    this.#waiting.add(message);
  }

  /** Takes the next message, which is in flight from now on. */
  take(): M | undefined {
    const message = this.#takeQuiet() ?? this.#takeNoisy();
    if (message) this.#count(message, 1);
    return message;
  }

  /** The message was deleted. */
  end(message: M): void {
    this.#count(message, -1);
  }

  #takeQuiet(): M | undefined {
    for (const [group, line] of this.#aside) {
      if (!this.#isNoisy(group)) return this.#from(group, line);
    }
    while (this.#waiting.length > 0) {
      const message = this.#waiting.take();
      if (!message || message.group === undefined || !this.#isNoisy(message.group)) return message;
      const line = this.#aside.get(message.group) ?? new Line<M>();
      line.add(message);
      this.#aside.set(message.group, line);
    }
    return undefined;
  }

  /** The next message of the noisy group with the fewest in flight. */
  #takeNoisy(): M | undefined {
    const groups = [...this.#aside].toSorted(([left], [right]) => this.#of(left) - this.#of(right));
    const [first] = groups;
    return first && this.#from(...first);
  }

  #from(group: string, line: Line<M>): M | undefined {
    const message = line.take();
    if (line.length === 0) this.#aside.delete(group);
    return message;
  }

  #of(group: string): number {
    return this.#inFlight.get(group) ?? 0;
  }

  #isNoisy(group: string): boolean {
    const count = this.#of(group);
    return count >= this.#quotas.noisyMessages && count > this.#quotas.noisyShare * this.inFlight;
  }

  #count({ group }: M, by: 1 | -1): void {
    this.inFlight += by;
    if (group !== undefined) this.#inFlight.set(group, this.#of(group) + by);
  }
}
