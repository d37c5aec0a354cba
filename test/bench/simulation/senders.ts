/** The queue with the senders of Lambda: how many run concurrently, and which message each gets. */
import { type Grouped, MessageGroups } from '../../../bin/local/sqs/message-groups.ts';
import type { Quotas } from './quotas.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A message is new each time it is sent. */
export type Sent<M> = M & Grouped;

export class Senders<M> {
  busy = 0;
  readonly #time: VirtualTime;
  readonly #queue: MessageGroups<Sent<M>>;
  readonly #quotas: Quotas;
  readonly #process: (message: M, done: () => void) => void;
  #limit: number;

  constructor(
    { time, quotas }: { time: VirtualTime; quotas: Quotas },
    process: (message: M, done: () => void) => void,
  ) {
    this.#time = time;
    this.#queue = new MessageGroups(() => time.ms);
    this.#quotas = quotas;
    this.#process = process;
    this.#limit = quotas.firstSenders;
    this.#scale();
  }

  /** Visible or in flight. */
  get queued(): number {
    const { visible, inFlight } = this.#queue.counts();
    return visible + inFlight;
  }

  /** The message becomes visible after so long. */
  send(message: M, { group, afterMs }: { group: string; afterMs: number }): void {
    const sent = { ...message, group, sentAt: this.#time.ms, position: 'none' as const };
    this.#time.after(afterMs, () => {
      this.#queue.add(sent);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.busy < this.#limit) {
      const message = this.#queue.next();
      if (!message) return;
      this.#queue.startFlight(message);
      this.busy += 1;
      this.#process(message, () => {
        this.busy -= 1;
        this.#queue.remove(message);
        this.#dispatch();
      });
    }
  }

  /** Every second. */
  #scale(): void {
    const { senders, firstSenders, moreSendersPerMinute, fewerSendersPerMinute } = this.#quotas;
    if (this.#queue.counts().visible > 0)
      this.#limit = Math.min(senders, this.#limit + moreSendersPerMinute / 60);
    else this.#limit = Math.max(firstSenders, this.busy, this.#limit - fewerSendersPerMinute / 60);
    this.#dispatch();
    this.#time.after(1000, () => this.#scale());
  }
}
