/** A number that grows with every change, and requests that wait for it to grow. */

export class Revision {
  #number = 1;
  #hasEnded = false;
  /** What wakes each waiting request, with the number that must be exceeded. */
  readonly #waiting = new Map<() => void, number>();

  get number(): number {
    return this.#number;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  readonly grow = (): void => {
    this.#number += 1;
    this.#wake();
  };

  /** Resolves when the number is above the given one, after the time, or when the signal is aborted. */
  async above(number: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#number > number || this.#hasEnded || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal.addEventListener('abort', wake);
      this.#waiting.set(wake, number);
    });
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  #wake(): void {
    for (const [wake, number] of [...this.#waiting]) if (this.#hasEnded || this.#number > number) wake();
  }
}
