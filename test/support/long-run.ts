/**
 * How much a run tries of what takes long. Each run tries the same, and `LONG=1` tries everything, with
 * random inputs of the day.
 */

export const isLong = Boolean(process.env['LONG']);

/** The UTC date as a number, such as 20261122. The clock of a test may differ. */
const today = Number(
  new Date(performance.timeOrigin + performance.now()).toISOString().slice(0, 10).replaceAll('-', ''),
);

/** Of random inputs. A failure of a long run names its seed, and SEED repeats it. */
export const seed = Number(process.env['SEED'] ?? (isLong ? today : 1));

/**
 * @returns the first, the middle and the last of the steps at which an operation is interrupted, or all in a
 * long run.
 */
export function firstMiddleLast<T>(steps: readonly T[]): T[] {
  if (isLong || steps.length <= 3) return [...steps];
  const last = steps.length - 1;
  return steps.filter((_, index) => [0, Math.floor(last / 2), last].includes(index));
}

/**
 * @param caseNumber of one of many cases that try the same items. Each takes another third, so that a run
 * takes all items.
 * @returns every third of the items, or all where they are few, or in a long run.
 */
export const everyThird = <T>(all: readonly T[], caseNumber = 0): T[] =>
  isLong || all.length < 3 ? [...all] : all.filter((_, index) => (index + caseNumber) % 3 === 0);
