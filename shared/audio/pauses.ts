/** Lets timers and other work run between pieces of a long computation, and ends it at its limit. */
import { setImmediate } from 'node:timers/promises';

const MAX_BUSY_MS = 20;

export class Pauses {
  #since = performance.now();
  readonly #until: AbortSignal | undefined;

  /** @param until ends the computation. */
  constructor(until?: AbortSignal) {
    this.#until = until;
  }

  /**
   * Pauses if the last pause was a while ago. Call it in every loop whose length a file decides.
   * @throws the reason of the signal that ends the computation.
   */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < MAX_BUSY_MS) return;
    await setImmediate();
    this.#since = performance.now();
    this.#until?.throwIfAborted();
  }
}
