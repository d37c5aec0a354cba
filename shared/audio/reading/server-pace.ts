/** How fast a server sends a file. Only the time that the reader waits for bytes counts. */
import { failed } from '../../platform/egress/unreadable.ts';
import type { ListeningLimits } from '../limits.ts';

type PaceLimits = Pick<
  ListeningLimits,
  'slowAfterMs' | 'slowBytesPerSecond' | 'tooSlowAfterMs' | 'minBytesPerSecond'
>;

export class ServerPace {
  readonly #limits: PaceLimits;
  readonly #onSlow: () => void;
  #waitedMs = 0;
  #bytes = 0;
  #isSlow = false;

  /** @param onSlow is called once, when the server turns out to be slow. */
  constructor(limits: PaceLimits, onSlow: () => void = () => {}) {
    this.#limits = limits;
    this.#onSlow = onSlow;
  }

  async waited<T>(promised: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await promised;
    } finally {
      this.#waitedMs += performance.now() - since;
    }
  }

  /** @throws Unreadable if the rest of a file would not come in time. */
  received(bytes: number): void {
    this.#bytes += bytes;
    const { slowAfterMs, slowBytesPerSecond, tooSlowAfterMs, minBytesPerSecond } = this.#limits;
    if (this.#isBelow(tooSlowAfterMs, minBytesPerSecond)) throw failed(this.sentence);
    if (this.#isSlow || !this.#isBelow(slowAfterMs, slowBytesPerSecond)) return;
    this.#isSlow = true;
    this.#onSlow();
  }

  #isBelow(afterMs: number, bytesPerSecond: number): boolean {
    return this.#waitedMs >= afterMs && this.#bytes * 1000 < bytesPerSecond * this.#waitedMs;
  }

  /** Whether the reader has mostly waited. */
  isMostOf(milliseconds: number): boolean {
    return this.#waitedMs > milliseconds / 2;
  }

  /** For the owner of the file. */
  get sentence(): string {
    const kilobytes = Math.round(this.#bytes / 1000);
    return `The server sends the file too slowly (${kilobytes} KB in ${Math.round(this.#waitedMs / 1000)} seconds).`;
  }
}
