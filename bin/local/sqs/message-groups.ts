/**
 * The visible messages of a queue, oldest first, with those of noisy groups after all others, as in the fair
 * queues of SQS. Messages without a group do not count as one.
 */
import type { Message } from '../observed/message.ts';
import { ProcessingTime } from './processing-time.ts';

/** What the order of messages depends on. */
export type Grouped = Pick<Message, 'group' | 'sentAt' | 'position'>;

/** A group is noisy with more than this share of recent processing time, or of messages in flight. */
const NOISY_SHARE = 0.1;
/** With fewer messages in flight, a group is noisy only by its processing time. */
const NOISY_MESSAGES = 30;

/**
 * A group is quiet after this time without a new message, even if it has messages in flight. Its processing
 * time starts again at zero once all its messages have been received.
 */
const QUIET_MS = 300_000;

/** Void if the message has since been removed or given another ticket. */
interface Ticket<M> {
  readonly message: M;
}

export class MessageGroups<M extends Grouped = Message> {
  readonly #now: () => number;
  readonly #time: ProcessingTime;
  readonly #tickets = new Map<M, Ticket<M>>();
  #line: Ticket<M>[] = [];
  /** How many messages at the start of the line were taken. */
  #taken = 0;
  /** Tickets of messages whose groups were noisy when their turn came. */
  readonly #aside = new Map<string, Ticket<M>[]>();
  readonly #waiting = new Map<string, number>();
  readonly #sentAt = new Map<string, number>();
  readonly #inFlight = new Map<string | undefined, number>();
  #allInFlight = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#time = new ProcessingTime(now);
  }

  add(message: M): void {
    message.position = 'waiting';
    const ticket = { message };
    this.#discard(message);
    this.#tickets.set(message, ticket);
    this.#line.push(ticket);
    const { group, sentAt } = message;
    if (group === undefined) return;
    this.#waiting.set(group, (this.#waiting.get(group) ?? 0) + 1);
    this.#sentAt.set(group, Math.max(sentAt, this.#sentAt.get(group) ?? 0));
  }

  /** Removes the next message and returns it. */
  next(): M | undefined {
    const message = this.#nextQuiet() ?? this.#nextNoisy();
    if (message) this.#discard(message);
    return message;
  }

  startFlight(message: M): void {
    message.position = 'in-flight';
    this.#count(message.group, 1);
  }

  /** Removes the message, whether it is waiting or in flight. */
  remove(message: M): void {
    this.#discard(message);
    if (message.position === 'in-flight') this.#count(message.group, -1);
    message.position = 'none';
  }

  counts(): { visible: number; inFlight: number } {
    return { visible: this.#tickets.size, inFlight: this.#allInFlight };
  }

  /** Removes a message from the visible ones. */
  #discard(message: M): void {
    const { group } = message;
    if (!this.#tickets.delete(message) || group === undefined) return;
    const left = (this.#waiting.get(group) ?? 0) - 1;
    if (left > 0) return void this.#waiting.set(group, left);
    this.#waiting.delete(group);
    this.#sentAt.delete(group);
    this.#time.forget(group);
  }

  #nextQuiet(): M | undefined {
    for (const group of this.#aside.keys()) {
      if (this.#isNoisy(group)) continue;
      const message = this.#fromAside(group);
      if (message) return message;
    }
    for (let ticket = this.#first(); ticket; ticket = this.#first()) {
      const { message } = ticket;
      if (this.#tickets.get(message) !== ticket) continue;
      const { group } = message;
      if (group === undefined || !this.#isNoisy(group)) return message;
      const aside = this.#aside.get(group);
      if (aside) aside.push(ticket);
      else this.#aside.set(group, [ticket]);
    }
    return undefined;
  }

  /** The next message of the noisy group with the fewest messages in flight. */
  #nextNoisy(): M | undefined {
    const groups = [...this.#aside.keys()].toSorted((one, other) => this.#of(one) - this.#of(other));
    for (const group of groups) {
      const message = this.#fromAside(group);
      if (message) return message;
    }
    return undefined;
  }

  #first(): Ticket<M> | undefined {
    const ticket = this.#line[this.#taken];
    if (ticket) this.#taken += 1;
    if (this.#taken > 1000 && this.#taken * 2 > this.#line.length) {
      this.#line = this.#line.slice(this.#taken);
      this.#taken = 0;
    }
    return ticket;
  }

  #fromAside(group: string): M | undefined {
    const tickets = this.#aside.get(group) ?? [];
    for (let ticket = tickets.shift(); ticket; ticket = tickets.shift())
      if (this.#tickets.get(ticket.message) === ticket) return ticket.message;
    this.#aside.delete(group);
    return undefined;
  }

  #isNoisy(group: string): boolean {
    if (this.#now() - (this.#sentAt.get(group) ?? 0) >= QUIET_MS) return false;
    const count = this.#of(group);
    const isMuch = count >= NOISY_MESSAGES && count > NOISY_SHARE * this.#allInFlight;
    return isMuch || this.#time.shareOf(group) > NOISY_SHARE;
  }

  #of(group: string | undefined): number {
    return this.#inFlight.get(group) ?? 0;
  }

  #count(group: string | undefined, by: 1 | -1): void {
    this.#time.count(group, by);
    this.#allInFlight += by;
    const count = this.#of(group) + by;
    if (count > 0) this.#inFlight.set(group, count);
    else this.#inFlight.delete(group);
  }
}
