/** The time as the stand-ins see it. Tests pass a clock they can set forward instead of waiting. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs the action once the clock reaches the time. @returns a function that cancels it. */
  at(time: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  at(time, action) {
    const timer = setTimeout(action, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  },
};

/** Resolves when the clock reaches the time, or immediately when the signal is aborted. */
export function until(clock: Clock, time: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.at(time, done);
    signal?.addEventListener('abort', done);
  });
}
