/** Kills the functions after each step of a piece of work in turn, or has the table reject each of its calls. */
import { expect } from 'vitest';
import { ofThisRun, repeatedWith } from '../support/long-run.ts';
import { callsMade, dieAfter, revive, stepsDone, stopThrottling, throttleAt } from './steps.ts';

interface Work<T> {
  /** Makes the work due, from the same state each time. */
  readonly begin: () => Promise<T>;
  /** Does the work: each step in it, or call of the table, is one that fails. */
  readonly run: () => Promise<unknown>;
  /** What follows, and what must then hold. @param about says what failed. */
  readonly end: (about: string, begun: T) => Promise<void>;
}

interface Fault {
  readonly name: string;
  /** @param at the step or call that fails, the first being 1. */
  readonly prepare: (at: number) => void;
  /** @returns whether it was reached. */
  readonly stop: () => boolean;
  /** How many steps or calls there were. */
  readonly count: () => number;
}

/** @returns how many steps the work has when nothing fails. A run kills after a third of them: see long-run.ts. */
export const killedAfterEveryStep = <T>(work: Work<T>): Promise<number> =>
  failingEverywhere(work, {
    name: 'killed after step',
    prepare: dieAfter,
    stop: revive,
    count: stepsDone,
  });

/** @returns how many calls of the table the work makes when none is rejected. A run rejects a third of them. */
export const rejectedAtEveryCall = <T>(work: Work<T>): Promise<number> =>
  failingEverywhere(work, {
    name: 'rejected at call',
    prepare: throttleAt,
    stop: stopThrottling,
    count: callsMade,
  });

async function failingEverywhere<T>(work: Work<T>, fault: Fault): Promise<number> {
  const count = await attempt(work, fault, { at: Number.POSITIVE_INFINITY, about: 'without a fault' });
  for (const at of ofThisRun(Array.from({ length: count }, (_, index) => index + 1))) {
    await attempt(work, fault, { at, about: `${fault.name} ${at} of ${count} (${repeatedWith})` });
  }
  return count;
}

async function attempt<T>(
  work: Work<T>,
  fault: Fault,
  { at, about }: { at: number; about: string },
): Promise<number> {
  const begun = await work.begin();
  fault.prepare(at);
  await work.run();
  const count = fault.count();
  expect([about, fault.stop()]).toEqual([about, at !== Number.POSITIVE_INFINITY]);
  await work.end(about, begun);
  return count;
}
