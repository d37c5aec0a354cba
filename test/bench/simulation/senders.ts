/** The senders of Lambda: how many run concurrently, and which message each gets. */
import type { FairQueue, Grouped } from './fair-queue.ts';
import type { Quotas } from './quotas.ts';
import type { VirtualTime } from './virtual-time.ts';

export class Senders<M extends Grouped> {
  busy = 0;
  readonly #time: VirtualTime;
  readonly #queue: FairQueue<M>;
  readonly #quotas: Quotas;
  readonly #process: (message: M, done: () => void) => void;
  #limit: number;

  constructor(
    { time, queue, quotas }: { time: VirtualTime; queue: FairQueue<M>; quotas: Quotas },
    process: (message: M, done: () => void) => void,
  ) {
    this.#time = time;
    this.#queue = queue;
    this.#quotas = quotas;
    this.#process = process;
    this.#limit = quotas.firstSenders;
    this.#scale();
  }

  /** The message becomes visible after so long. */
  send(message: M, afterMs: number): void {
    this.#time.after(afterMs, () => {
      this.#queue.add(message);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.busy < this.#limit && this.#queue.length > 0) {
      const message = this.#queue.take();
      if (!message) return;
      this.busy += 1;
      this.#process(message, () => {
        this.busy -= 1;
        this.#queue.end(message);
        this.#dispatch();
      });
    }
  }

  /** Every second. */
  #scale(): void {
    const { senders, firstSenders, moreSendersPerMinute, fewerSendersPerMinute } = this.#quotas;
    if (this.#queue.length > 0) this.#limit = Math.min(senders, this.#limit + moreSendersPerMinute / 60);
    else this.#limit = Math.max(firstSenders, this.busy, this.#limit - fewerSendersPerMinute / 60);
    this.#dispatch();
    this.#time.after(1000, () => this.#scale());
  }
}
