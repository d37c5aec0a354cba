/** Lets timers and other work of the process run between pieces of a long computation. */
import { setImmediate } from 'node:timers/promises';

const MAX_BUSY_MS = 20;

export class Pauses {
  #since = performance.now();

  /** Pauses if the last pause was a while ago. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < MAX_BUSY_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
