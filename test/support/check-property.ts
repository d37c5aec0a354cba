/** Random inputs for tests: the same in each run, and in long runs those of the day. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { seed as first, isLong } from './long-run.ts';

/** On a busy machine, a check takes several times as long. */
const SLOWEST = 5;

/** Of this run: one, and in a long run five. */
const seeds =
  isLong && process.env['SEED'] === undefined
    ? [0, 1, 2, 3, 4].map((more) => first + more * 100_000_000)
    : [first];

interface Checking {
  /** How many inputs are tried. A check that ends with fewer fails. */
  readonly runs?: number;
  /**
   * Of a check on an idle machine, at most. Five times as many end it, and the search for a shorter input that fails,
   * in time to report.
   */
  readonly seconds?: number;
}

/** @returns the timeout of a test that checks a property for so many seconds. */
export const timeoutFor = (seconds: number): number => (seconds * SLOWEST + 10) * 1000 * seeds.length;

/**
 * Checks a property with the seed of the run.
 * @throws Error with the input that fails, and the command that repeats it.
 * @example await checkProperty(fc.property(fc.string(), (text) => expect(decode(encode(text))).toBe(text)))
 */
export async function checkProperty<T>(
  property: fc.IRawProperty<T>,
  { runs = 100, seconds }: Checking = {},
): Promise<void> {
  for (const seed of seeds) {
    const limits = seconds === undefined ? {} : { interruptAfterTimeLimit: seconds * SLOWEST * 1000 };
    const details = await fc.check(property, {
      seed,
      numRuns: runs,
      markInterruptAsFailure: true,
      ...limits,
    });
    if (!details.failed && details.numRuns === runs) continue;
    const part = expect.getState().testPath?.replace(/^.*\/test\//, 'test/') ?? '';
    const found = fc.defaultReportMessage(details) ?? `It ended after ${details.numRuns} of ${runs} runs.`;
    throw new Error(`${found}\n\nTo repeat it: SEED=${seed} npm test -- ${part}`, {
      cause: details.errorInstance,
    });
  }
}
