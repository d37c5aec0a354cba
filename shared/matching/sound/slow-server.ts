/** Takes a place for slow servers once the server of a file turns out to be one. Without a place, the listening ends. */
import type { Attempt } from '../../kit/work/attempt.ts';
import type { AudioAnalysis } from './analysis-work.ts';
import type { AudioSource } from './audio-source.ts';
import { type EarlierAttempts, rememberAttempts } from './listening-attempts.ts';

export class SlowServer {
  readonly #attempt: Attempt<AudioAnalysis>;
  readonly #source: AudioSource;
  readonly #earlier: EarlierAttempts;
  readonly #ending = new AbortController();
  #taken: Promise<void> | undefined;

  constructor(attempt: Attempt<AudioAnalysis>, source: AudioSource, earlier: EarlierAttempts) {
    this.#attempt = attempt;
    this.#source = source;
    this.#earlier = earlier;
  }

  /** Aborted if there is no place. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Call it once. */
  readonly begin = (): void => {
    this.#taken = this.#take();
    this.#taken.catch(() => this.#ending.abort());
  };

  /** @throws NoPlace, which postpones the attempt, Overtaken, and faults of the service. */
  async settled(): Promise<void> {
    await this.#taken;
  }

  async #take(): Promise<void> {
    const { interrupted } = this.#earlier;
    try {
      await this.#attempt.lease.takeSlowPlace();
    } catch (error) {
      // The attempt ends here, and not with the function.
      await rememberAttempts(this.#attempt, this.#source, { interrupted, isSlow: true });
      throw error;
    }
    await rememberAttempts(this.#attempt, this.#source, { interrupted: interrupted + 1, isSlow: true });
  }
}
