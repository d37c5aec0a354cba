/** Adds up the months of a statement that are not stored, as many as fit into the request, and stores the long ones. */
import type { Table } from '../../kit/table/table.ts';
import { isProblem, Problems, problem } from '../../kit/values/problems.ts';
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import { importCount, type MonthRevenue } from '../../usage/revenue/month-revenue.ts';
import { addUpMonths, type MonthToAdd } from './add-up-months.ts';
import { addTotals, type StatementLine, type StatementQuery } from './statement-lines.ts';
import { type StoredMonth, storeMonth, storeTooLong } from './stored-months.ts';

export interface Reading {
  readonly table: Table;
  readonly now: Date;
  /** Units for the months that are added up together, and time. Other values are for tests. */
  readonly maxTogetherUnits?: number;
  readonly maxAddingMs?: number;
}

export interface KnownMonth extends MonthRevenue, MonthToAdd {
  readonly before: StoredMonth | undefined;
  /** What is stored of the same imports. */
  readonly stored: StoredMonth | undefined;
}

export const summaryOf = (lines: readonly StatementLine[]) => ({
  count: lines.length,
  totals: addTotals(lines),
});

/** An import has ended between the reads of a month. The next reads find what it wrote. */
export class MonthReplaced extends Problems {}

/** The most for months that are added up together, and whose lines are kept for the response, in units of 8 KB. */
const MAX_TOGETHER_UNITS = 1500;
/** After this time, a request leaves the remaining months to the next one. It has seven seconds for the table. */
const MAX_ADDING_MS = 4_000;
/** The most for a single month. A longer one is rejected, because it would take too long. */
const MAX_MONTH_UNITS = 6000;
/** A month that takes this many units or more is stored. */
const STORED_FROM_UNITS = 1.5;
const BYTES_PER_UNIT = 8192;
/** The bytes of a row besides its earnings, and of the row of its revenue, which is read with strong consistency. */
const ROW_BYTES = 150 + 2 * 300;

/** A month that was added up. Of a long statement, only what was stored remains in memory. */
type AddedMonth = { readonly month: string } & (
  | { readonly lines: readonly StatementLine[] }
  | { readonly stored: StoredMonth }
);

/**
 * Stores the long months.
 * @returns the months that were not stored, by month.
 * @throws statement_in_preparation, response_too_large
 */
export async function addedMonths(
  reading: Reading,
  query: StatementQuery,
  months: readonly KnownMonth[],
): Promise<ReadonlyMap<string, AddedMonth>> {
  const { runs, isLong } = runsOf(months, query.group, reading.maxTogetherUnits ?? MAX_TOGETHER_UNITS);
  const until = performance.now() + (reading.maxAddingMs ?? MAX_ADDING_MS);
  const added = new Map<string, AddedMonth>();
  for (const [index, run] of runs.entries()) {
    if (index > 0 && performance.now() > until)
      throw inPreparation('The statement is long and is being prepared, a few months per request.');
    for (const each of await addUp(reading, { ...query, isLong }, run)) added.set(each.month, each);
  }
  return added;
}

/** @returns the lines of a month that was stored, some of whose rows have expired before others. */
export async function addedLines(
  reading: Reading,
  query: StatementQuery,
  month: KnownMonth,
): Promise<readonly StatementLine[]> {
  const added = await addUp(reading, { ...query, isLong: false }, [month]);
  return added.flatMap((each) => ('lines' in each ? each.lines : []));
}

/** Stores the long months, or those of a long statement. */
async function addUp(
  reading: Reading,
  { ownerId, group, isLong }: Pick<StatementQuery, 'ownerId' | 'group'> & { readonly isLong: boolean },
  run: readonly KnownMonth[],
): Promise<AddedMonth[]> {
  const found = await addUpMonths(reading.table, run, { ownerId, group }).catch(async (error: unknown) => {
    // Only the last month of a run can have lines of earlier imports.
    const last = run.at(-1);
    if (last && isProblem(error, 'response_too_large')) await storeTooLong(reading, { ...last, ownerId });
    throw error;
  });
  const added: AddedMonth[] = [];
  for (const [index, each] of run.entries()) {
    const { month, digest, before } = each;
    const lines = found[index];
    if (!lines) continue;
    const isStored = isLong || unitsOf(each, group) >= STORED_FROM_UNITS;
    const of = { ownerId, group, month };
    const stored = isStored
      ? await storeMonth(reading, of, { digest, lines, ...summaryOf(lines), before })
      : undefined;
    added.push(isLong && stored ? { month, stored } : { month, lines });
  }
  const missing = run.find((_, index) => !found[index]);
  if (missing)
    throw new MonthReplaced(
      inPreparation(`The report lines of ${missing.month} are being replaced.`).problems,
    );
  return added;
}

/** @returns the months that are not stored, consecutive ones together, and whether they are too many to keep. */
function runsOf(months: readonly KnownMonth[], group: EarningGroup, maxUnits: number) {
  const runs: KnownMonth[][] = [];
  let total = 0;
  /** Of the last run, to which a month can be added that follows it. */
  let units = Number.POSITIVE_INFINITY;
  for (const each of months) {
    const more = unitsOf(each, group);
    if (!each.stored && more > MAX_MONTH_UNITS) throw tooLarge(each.month);
    const run = runs.at(-1);
    if (each.stored) units = Number.POSITIVE_INFINITY;
    else {
      total += more;
      units += more;
      if (run && units <= maxUnits) run.push(each);
      else {
        runs.push([each]);
        units = more;
      }
      // Each of the others is stored before the next, because it can take so long that the request ends.
      if (each.earlier > 0) units = Number.POSITIVE_INFINITY;
    }
  }
  return { runs, isLong: total > maxUnits };
}

/** The least units of a month. Months with earlier imports always count as long enough to be stored. */
function unitsOf(month: MonthRevenue, group: EarningGroup): number {
  const bytes = month.sizes[group] + ROW_BYTES * importCount(month);
  return bytes / BYTES_PER_UNIT + (month.earlier > 0 ? STORED_FROM_UNITS : 0);
}

const inPreparation = (why: string) =>
  problem('statement_in_preparation', `${why} Repeat the request after Retry-After seconds.`);

const tooLarge = (month: string) =>
  problem(
    'response_too_large',
    `${month} has too many lines for this group. Request another group, such as dsp.`,
    { parameter: 'group' },
  );
