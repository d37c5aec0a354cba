/**
 * A run takes a third of what is long, by its commit, so that three successive commits take all of it. Of what is longest,
 * it takes half of the third, by the day. `LONG=1` takes everything.
 */
import { execFileSync } from 'node:child_process';

export const isLong = Boolean(process.env['LONG']);

/** The UTC date as a number, such as 20261122. The clock of a test may differ. */
export const today = Number(
  new Date(performance.timeOrigin + performance.now()).toISOString().slice(0, 10).replaceAll('-', ''),
);

/** The number of the commit in its history, or the day where the history is not known. */
function numberOfRun(): number {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'false')
      return Number(git('rev-list', '--count', 'HEAD'));
    return Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16);
  } catch {
    return Math.floor((performance.timeOrigin + performance.now()) / 86_400_000);
  }
}

/** 1, 2 or 3. */
export const third = thirdFrom('THIRD', (run) => run);

/** The third of the scenarios (test/scenarios.ts). In nine successive commits, each meets each of the other thirds. */
export const thirdOfScenarios = thirdFrom('SCENARIOS', (run) => run + Math.floor(run / 3));

function thirdFrom(variable: string, numberOf: (run: number) => number): number {
  const number = Number(process.env[variable] ?? (numberOf(numberOfRun()) % 3) + 1);
  if (![1, 2, 3].includes(number)) throw new Error(`${variable} must be 1, 2 or 3.`);
  return number;
}

/** The day, or the seed that repeats a run of another day. */
const seed = Number(process.env['SEED'] ?? today);

/** To repeat a failure of this run. */
export const repeatedWith = isLong ? 'LONG=1' : `SEED=${seed} THIRD=${third}`;

/**
 * @param caseNumber of one of many cases that try the same items. Each takes another third, so that a run takes all items.
 * @returns every third of the items, or all where they are few.
 */
export const ofThisRun = <T>(all: readonly T[], caseNumber = 0): T[] =>
  isLong || all.length < 3 ? [...all] : all.filter((_, index) => (index + caseNumber) % 3 === third - 1);

/**
 * Halves a third, by the day.
 * @param caseNumber of one of many cases. Two successive ones take both halves.
 * @returns every second item of `ofThisRun`, or all in a long run.
 */
export function halfOfThisRun<T>(all: readonly T[], caseNumber = 0): T[] {
  const some = ofThisRun(all);
  return isLong || some.length < 2 ? some : some.filter((_, index) => (index + caseNumber + seed) % 2 === 0);
}
