/** Each message group's share of the recent processing time of a queue's consumers. */

/** Half-life of processing time. SQS does not document how long "recent" is. */
const HALF_LIFE_MS = 60_000;

/** Below this total processing time, no group has a share. */
const LEAST_MS = 10_000;

/** Decaying time that grows with the number of messages in flight. */
class FadingTime {
  #ms = 0;
  #inFlight = 0;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  count(now: number, by: 1 | -1): void {
    this.#ms = this.at(now);
    this.#at = now;
    this.#inFlight += by;
  }

  at(now: number): number {
    const passed = now - this.#at;
    return this.#ms * 0.5 ** (passed / HALF_LIFE_MS) + passed * this.#inFlight;
  }

  reset(now: number): void {
    this.#ms = 0;
    this.#at = now;
  }

  get isIdle(): boolean {
    return this.#inFlight === 0;
  }
}

export class ProcessingTime {
  readonly #now: () => number;
  readonly #all: FadingTime;
  readonly #groups = new Map<string, FadingTime>();

  constructor(now: () => number) {
    this.#now = now;
    this.#all = new FadingTime(now());
  }

  /** @param by 1 when a message of the group is received, -1 when it is no longer in flight. */
  count(group: string | undefined, by: 1 | -1): void {
    const now = this.#now();
    this.#all.count(now, by);
    if (group === undefined) return;
    const time = this.#groups.get(group) ?? new FadingTime(now);
    time.count(now, by);
    this.#groups.set(group, time);
    if (by < 0 && time.isIdle && time.at(now) < 1) this.#groups.delete(group);
  }

  /** Resets the group's processing time. */
  forget(group: string): void {
    const time = this.#groups.get(group);
    if (time?.isIdle) this.#groups.delete(group);
    else time?.reset(this.#now());
  }

  /** From 0 to 1. */
  shareOf(group: string): number {
    const now = this.#now();
    const all = this.#all.at(now);
    return all < LEAST_MS ? 0 : (this.#groups.get(group)?.at(now) ?? 0) / all;
  }
}
