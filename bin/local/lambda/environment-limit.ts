/** Limits how many execution environments all functions of a stage have, because each takes about 25 MB. */
import { availableParallelism } from 'node:os';

/** Unless MAX_ENVIRONMENTS says otherwise. */
const MAX_ENVIRONMENTS = Math.max(15, 4 * availableParallelism());
const IDLE_MILLISECONDS = 2000;

export class EnvironmentLimit {
  readonly #max: number;
  readonly #all = new Set<object>();
  /** The least recently used one is first. */
  readonly #idle = new Map<object, { readonly since: number; readonly end: () => void }>();
  readonly #waiting = new Set<() => void>();

  constructor(max = MAX_ENVIRONMENTS) {
    this.#max = max;
  }

  /**
   * Ends the least recently used idle environment if there is no room. To make room for another environment
   * of the same function, it must have been idle for some time. Otherwise, busy functions would keep ending
   * each other's environments.
   * @param retry called once there may be room, if there is none.
   */
  hasRoom(isFirst: boolean, retry: () => void): boolean {
    if (this.#all.size >= this.#max) {
      const [oldest] = this.#idle.values();
      if (oldest && (isFirst || performance.now() - oldest.since > IDLE_MILLISECONDS)) oldest.end();
    }
    if (this.#all.size < this.#max) return true;
    this.#waiting.add(retry);
    return false;
  }

  busy(environment: object): void {
    this.#all.add(environment);
    this.#idle.delete(environment);
  }

  /** @param end ends the environment, and calls `ended`. */
  idle(environment: object, end: () => void): void {
    this.#idle.delete(environment);
    this.#idle.set(environment, { since: performance.now(), end });
    this.#retry();
  }

  ended(environment: object): void {
    this.#idle.delete(environment);
    if (this.#all.delete(environment)) this.#retry();
  }

  /** Lets all waiting functions try again, because some may need no further environment now. */
  #retry(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const retry of waiting) retry();
  }
}
