/** Kills the functions after each step of a piece of work in turn, or has the table reject each of its calls. */
import { expect } from 'vitest';
import { firstMiddleLast } from '../support/long-run.ts';
import { callsMade, dieAfter, revive, stepsDone, stopThrottling, throttleAt } from './steps.ts';

interface Work<T> {
  /** Makes the work due, from the same state each time. */
  readonly begin: () => Promise<T>;
  /** Does the work, in which each step or table call fails in turn. */
  readonly run: () => Promise<unknown>;
  /** Recovers and checks the result. @param about describes the failure. */
  readonly end: (about: string, begun: T) => Promise<void>;
}

interface Fault {
  readonly name: string;
  /** @param at the step or call that fails, the first being 1. */
  readonly prepare: (at: number) => void;
  /** @returns whether it was reached. */
  readonly stop: () => boolean;
  /** The number of steps or calls. */
  readonly count: () => number;
}

/**
 * A run kills after the first, the middle and the last step (see long-run.ts).
 * @returns the number of steps without a failure.
 */
export const killedAfterEveryStep = <T>(work: Work<T>): Promise<number> =>
  failingEverywhere(work, {
    name: 'killed after step',
    prepare: dieAfter,
    stop: revive,
    count: stepsDone,
  });

/** @returns the number of table calls when none is rejected. A run rejects the first, the middle and the last. */
export const rejectedAtEveryCall = <T>(work: Work<T>): Promise<number> =>
  failingEverywhere(work, {
    name: 'rejected at call',
    prepare: throttleAt,
    stop: stopThrottling,
    count: callsMade,
  });

/** Runs can differ by some calls, because what one has read is kept for the next. */
const MAX_FEWER = 10;

async function failingEverywhere<T>(work: Work<T>, fault: Fault): Promise<number> {
  const { count } = await attempt(work, fault, { at: Number.POSITIVE_INFINITY, about: 'without a fault' });
  const all = Array.from({ length: count }, (_, index) => index + 1);
  for (const step of firstMiddleLast(all)) {
    let at = step;
    const about = () => `${fault.name} ${at} of ${count}`;
    let run = await attempt(work, fault, { at, about: about() });
    while (!run.isReached && at > step - MAX_FEWER) {
      at = Math.min(at - 1, run.count);
      run = await attempt(work, fault, { at, about: about() });
    }
    expect([about(), run.isReached]).toEqual([about(), true]);
  }
  return count;
}

async function attempt<T>(
  work: Work<T>,
  fault: Fault,
  { at, about }: { at: number; about: string },
): Promise<{ readonly count: number; readonly isReached: boolean }> {
  const begun = await work.begin();
  fault.prepare(at);
  await work.run();
  const count = fault.count();
  const isReached = fault.stop();
  await work.end(about, begun);
  return { count, isReached };
}
