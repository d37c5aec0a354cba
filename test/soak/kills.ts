/** Kills the stage and its engine at random, and starts it again on its data. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SeededRandom } from '../support/catalogue/random.ts';
import type { Soak } from './soak.ts';

export interface Killing {
  /** Seconds between two kills, on average. */
  readonly meanSeconds: number;
  /** After so many seconds of traffic, only functions crash, so that a leak of the stage shows. */
  readonly untilSeconds: number;
}

/** @returns when the traffic ends. */
export async function killAtRandom(soak: Soak, random: SeededRandom, killing: Killing): Promise<void> {
  const { figures, signal, stage, faults } = soak;
  const until = figures.seconds() + killing.untilSeconds;
  const pause = async (seconds: number) => wait(seconds * 1000, undefined, { signal }).catch(() => {});
  for (;;) {
    await pause(killing.meanSeconds * (0.5 + random.next()));
    if (signal.aborted || figures.seconds() > until) return;
    try {
      if (random.happens(0.3)) {
        await stage.killEngine();
        figures.count('engine killed');
      } else {
        await stage.kill();
        figures.count('stage killed');
      }
      // Sometimes, it stays down for a while.
      await pause(random.happens(0.3) ? random.between(1, 5) : 0);
    } catch (error) {
      faults.push(`A kill failed: ${error instanceof Error ? error.message : error}`);
      await stage.kill();
    }
    figures.count('milliseconds of restarts', Math.round(await stage.start()));
  }
}
