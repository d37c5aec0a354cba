/** Crashes functions at random while they work, so that tests see whether the work continues. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Runtime } from './runtime.ts';

const POLL_MILLISECONDS = 20;

/**
 * @param meanSeconds between two crashes.
 * @param onCrash receives a sentence about each.
 * @returns what stops it.
 */
export function crashFunctions(
  runtime: Runtime,
  meanSeconds: number,
  onCrash: (sentence: string) => void,
): { end(): void } {
  const stop = new AbortController();
  const { signal } = stop;
  const run = async () => {
    while (!signal.aborted) {
      await wait(-Math.log(1 - Math.random()) * meanSeconds * 1000, undefined, { signal, ref: false });
      let crashed = runtime.crash(oneOf);
      // An idle stage has nothing to crash.
      for (; crashed === undefined; crashed = runtime.crash(oneOf))
        await wait(POLL_MILLISECONDS, undefined, { signal, ref: false });
      onCrash(`An environment of ${crashed} has crashed (CRASH_SECONDS).`);
    }
  };
  run().catch(() => {});
  return { end: () => stop.abort() };
}

const oneOf = (names: readonly string[]): string | undefined =>
  names[Math.floor(Math.random() * names.length)];
