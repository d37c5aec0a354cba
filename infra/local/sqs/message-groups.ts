/** The visible messages of a queue by group. As in a fair queue, the group with the fewest messages in flight goes first. */
import type { Message } from './message.ts';

export class MessageGroups {
  /** Oldest message first; the group that was served last is at the end. */
  readonly #waiting = new Map<string, Message[]>();
  readonly #inFlight = new Map<string, number>();

  add(message: Message): void {
    message.place = 'waiting';
    const group = this.#waiting.get(message.group ?? '');
    if (group) group.push(message);
    else this.#waiting.set(message.group ?? '', [message]);
  }

  /** Removes the next message and returns it. */
  next(): Message | undefined {
    let quietest: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const group of this.#waiting.keys()) {
      const count = this.#inFlight.get(group) ?? 0;
      if (count < fewest) [quietest, fewest] = [group, count];
    }
    if (quietest === undefined) return undefined;
    const messages = this.#waiting.get(quietest) ?? [];
    const first = messages.shift();
    this.#waiting.delete(quietest);
    if (messages.length > 0) this.#waiting.set(quietest, messages);
    return first;
  }

  startFlight(message: Message): void {
    message.place = 'in-flight';
    const group = message.group ?? '';
    this.#inFlight.set(group, (this.#inFlight.get(group) ?? 0) + 1);
  }

  /** Removes the message, whether it is waiting or in flight. */
  remove(message: Message): void {
    const group = message.group ?? '';
    if (message.place === 'waiting') {
      const others = this.#waiting.get(group)?.filter((one) => one !== message) ?? [];
      if (others.length > 0) this.#waiting.set(group, others);
      else this.#waiting.delete(group);
    } else if (message.place === 'in-flight') {
      const count = (this.#inFlight.get(group) ?? 0) - 1;
      if (count > 0) this.#inFlight.set(group, count);
      else this.#inFlight.delete(group);
    }
    message.place = 'none';
  }

  counts(): { visible: number; inFlight: number } {
    return {
      visible: this.#waiting.values().reduce((sum, { length }) => sum + length, 0),
      inFlight: this.#inFlight.values().reduce((sum, count) => sum + count, 0),
    };
  }
}
