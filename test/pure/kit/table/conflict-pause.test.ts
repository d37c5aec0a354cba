/** Many writers of one row, in a simulated time: each reads the row, and writes it unless another has written it since. */
import { describe, expect, it } from 'vitest';
import { retried } from '../../../../shared/kit/records/decided.ts';

import { conflictPauseMs } from '../../../../shared/kit/table/conflict-pause.ts';

/** All table calls of a request end by then. */
const REQUEST_MS = 7000;

/** A clock that goes on to the next moment for which something waits. */
class Clock {
  nowMs = 0;
  readonly #waiting: { readonly atMs: number; readonly go: () => void }[] = [];

  wait(milliseconds: number): Promise<void> {
    return new Promise((go) => void this.#waiting.push({ atMs: this.nowMs + milliseconds, go }));
  }

  async run(): Promise<void> {
    for (let next = await this.#next(); next; next = await this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.nowMs = next.atMs;
      next.go();
    }
  }

  /** What has gone on runs until it waits again. */
  async #next() {
    await new Promise(setImmediate);
    return this.#waiting.toSorted((left, right) => left.atMs - right.atMs)[0];
  }
}

/** Evenly distributed numbers from 0 to 1, the same each time (a linear congruential generator). */
function numbersFrom(seed: number): () => number {
  let last = seed;
  return () => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return last / 2 ** 32;
  };
}

/** @returns when each of the writers had written, in milliseconds. Those that gave up are missing. */
async function written(count: number, attemptMs: number, seed: number): Promise<number[]> {
  const clock = new Clock();
  const random = numbersFrom(seed);
  const pause = (attempts: number) => clock.wait(conflictPauseMs(attempts, random()));
  let version = 0;
  const endings: number[] = [];
  const write = async () => {
    await clock.wait(random() * attemptMs);
    const read = version;
    await clock.wait(attemptMs * (0.5 + random()));
    if (version !== read) return 'again' as const;
    version += 1;
    return 'written' as const;
  };
  const writers = Array.from({ length: count }, () =>
    retried(write, { pause }).then(
      () => void endings.push(clock.nowMs),
      () => undefined,
    ),
  );
  await clock.run();
  await Promise.all(writers);
  return endings;
}

describe('the pause after a conflict', () => {
  it('is random, grows, and lasts at most a second', () => {
    expect([1, 2, 3, 5, 6, 16].map((attempts) => conflictPauseMs(attempts, 1))).toEqual([
      40, 80, 160, 640, 1000, 1000,
    ]);
    expect(conflictPauseMs(3, 0.25)).toBe(40);
    expect(conflictPauseMs(16, 0)).toBe(0);
  });

  it.each([5, 20, 60])(
    'lets fifty concurrent writers succeed within a request at %i ms per attempt',
    async (attemptMs) => {
      for (let seed = 1; seed <= 5; seed++) {
        const endings = await written(50, attemptMs, seed);
        expect(endings).toHaveLength(50);
        expect(endings.at(-1)).toBeLessThan(REQUEST_MS);
      }
    },
  );
});
