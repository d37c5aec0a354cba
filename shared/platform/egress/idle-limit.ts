/** Ends a request if the server stays silent too long. The time the reader needs does not count. */
export class IdleLimit {
  readonly #silence = new AbortController();
  readonly #milliseconds: number;
  readonly signal: AbortSignal;

  constructor({ idleTimeoutMs, until }: { readonly idleTimeoutMs: number; readonly until: AbortSignal }) {
    this.#milliseconds = idleTimeoutMs;
    this.signal = AbortSignal.any([this.#silence.signal, until]);
  }

  async limited<T>(promised: Promise<T>): Promise<T> {
    // The timer of AbortSignal.timeout would not keep the process alive.
    const timer = setTimeout(() => this.end(), this.#milliseconds);
    try {
      return await promised;
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    this.#silence.abort();
  }
}
