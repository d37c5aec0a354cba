/** Divides the months that must be added up into those that are read together. Pure. */
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import { importCount, type MonthRevenue } from '../../usage/revenue/month-revenue.ts';
import type { AddableState, FoundState } from './month-states.ts';

/** The most for months that are added up together, and whose lines are kept for the response, in units of 8 KB. */
export const MAX_TOGETHER_UNITS = 1500;
/** The most for a single month. A longer one is rejected, because it would take too long. */
const MAX_MONTH_UNITS = 6000;
/** A month that takes this many units or more is stored. */
const STORED_FROM_UNITS = 1.5;
const BYTES_PER_UNIT = 8192;
/** The bytes of a row besides its earnings, and of the row of its revenue, which is read with strong consistency. */
const ROW_BYTES = 150 + 2 * 300;

interface MonthRuns {
  readonly runs: readonly (readonly AddableState[])[];
  /** Whether the lines are too many to keep in memory. */
  readonly isLong: boolean;
}

/** @returns consecutive months together, without those that have months in between that are known. */
export function runsOf(months: readonly FoundState[], group: EarningGroup, maxUnits: number): MonthRuns {
  const runs: AddableState[][] = [];
  let total = 0;
  /** Of the last run, to which a month can be added that follows it. */
  let units = Number.POSITIVE_INFINITY;
  for (const each of months) {
    if (each.is !== 'addable') {
      units = Number.POSITIVE_INFINITY;
      continue;
    }
    const more = unitsOf(each.revenue, group);
    const run = runs.at(-1);
    total += more;
    units += more;
    if (run && units <= maxUnits) run.push(each);
    else {
      runs.push([each]);
      units = more;
    }
    // Each of the others is stored before the next, because it can take so long that the request ends.
    if (each.revenue.earlier > 0) units = Number.POSITIVE_INFINITY;
  }
  return { runs, isLong: total > maxUnits };
}

/** @returns the first month that takes more than a request can read. */
export const tooLongMonth = (months: readonly FoundState[], group: EarningGroup): string | undefined =>
  months.find((each) => each.is === 'addable' && unitsOf(each.revenue, group) > MAX_MONTH_UNITS)?.month;

/** Whether the next requests should read the lines of the month from what this one stores. */
export const isWorthStoring = (month: MonthRevenue, group: EarningGroup): boolean =>
  unitsOf(month, group) >= STORED_FROM_UNITS;

/** The least units of a month. Months with moved imports always count as long enough to be stored. */
function unitsOf(month: MonthRevenue, group: EarningGroup): number {
  const bytes = month.sizes[group] + ROW_BYTES * importCount(month);
  return bytes / BYTES_PER_UNIT + (month.earlier > 0 ? STORED_FROM_UNITS : 0);
}
