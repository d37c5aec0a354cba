/** The check that tests with random inputs use. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkProperty } from '../../support/check-property.ts';

const REPEATED_WITH = /To repeat it: SEED=\d+ npm test -- test\/pure\/support\/check-property\.test\.ts$/;

it('a failed property reports the command that repeats its run', async () => {
  const isSmall = fc.property(fc.nat(), (number) => number < 10);
  await expect(checkProperty(isSmall)).rejects.toThrow(REPEATED_WITH);
});

it('a check fails if it reaches its time limit before completing its runs', async () => {
  const slow = fc.asyncProperty(fc.nat(), () => new Promise<void>((resolve) => setTimeout(resolve, 20)));
  await expect(checkProperty(slow, { runs: 1000, seconds: 0.1 })).rejects.toThrow(REPEATED_WITH);
});

it('a check makes the requested number of runs', async () => {
  let runs = 0;
  const counted = fc.property(fc.nat(), () => void runs++);
  await checkProperty(counted, { runs: 7 });
  expect(runs % 7).toBe(0);
  expect(runs).toBeGreaterThan(0);
});
