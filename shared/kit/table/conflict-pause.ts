/** The pause before another attempt, when others have changed the same rows concurrently. */

/** The longest first pause. Each later one can be twice as long, up to a second. */
const FIRST_MS = 40;
const LONGEST_MS = 1000;

/**
 * Random, so that writers that met once do not meet again, and growing, so that any number of them takes
 * turns.
 * @param attempts made so far. @param random from 0 to 1.
 * @internal Tests pause in a simulated time.
 */
export const conflictPauseMs = (attempts: number, random: number): number =>
  random * Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempts - 1));

/** @param attempts made so far. */
export type Pause = (attempts: number) => Promise<void>;

export const conflictPause: Pause = (attempts) =>
  new Promise((resolve) => setTimeout(resolve, conflictPauseMs(attempts, Math.random())));
