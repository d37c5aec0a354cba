/**
 * Reads the statement of an owner, month by month. Short months are added up for each request. Long ones are
 * stored, so that the next request reads only the months that its page is in.
 */
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import { addUpMonths, hasEarlier, type Imports, type MonthToAdd } from './add-up-months.ts';
import { digestOfMonth, readRevenue } from './month-revenue.ts';
import { addTotals, type CurrencyTotal, type StatementLine, type StatementQuery } from './statement-lines.ts';
import { readStoredLines, readStoredMonths, type StoredMonth, storeMonth } from './stored-months.ts';

export interface StatementMonth {
  /** YYYY-MM. */
  readonly period: string;
  /** The number of lines. */
  readonly count: number;
  readonly totals: readonly CurrencyTotal[];
  readonly lines: () => Promise<readonly StatementLine[]>;
}

interface Reading {
  readonly table: Table;
  readonly now: Date;
  /** Units for the months that one request adds up, and time. Other values are for tests. */
  readonly maxAddedUnits?: number;
  readonly maxAddingMs?: number;
}

/**
 * @returns the months that have lines, oldest first. Their lines add up to what balances count for the months.
 * @throws statement_in_preparation (503) until long months are stored, or if an import replaces what is being read.
 * response_too_large (400) for a month that can be neither read nor stored.
 */
export async function readStatement(
  reading: Reading,
  query: StatementQuery,
): Promise<readonly StatementMonth[]> {
  const { table } = reading;
  const [revenue, stored] = await Promise.all([readRevenue(table, query), readStoredMonths(table, query)]);
  const months = [...revenue].map(([month, imports]): KnownMonth => {
    const found = stored.get(month);
    const digest = digestOfMonth(imports);
    return { month, imports, digest, before: found, stored: found?.of === digest ? found : undefined };
  });
  const added = await addedMonths(reading, query, months);
  return months.map((known) => {
    const lines = added.get(known.month);
    if (lines) return { ...summaryOf(lines), period: known.month, lines: async () => lines };
    return storedMonth(reading, query, known);
  });
}

interface KnownMonth extends MonthToAdd {
  readonly digest: string;
  readonly before: StoredMonth | undefined;
  /** What is stored of the same imports. */
  readonly stored: StoredMonth | undefined;
}

const summaryOf = (lines: readonly StatementLine[]) => ({ count: lines.length, totals: addTotals(lines) });

function storedMonth(reading: Reading, query: StatementQuery, known: KnownMonth): StatementMonth {
  const { month, stored } = known;
  if (!stored) throw new Error(`The month ${month} is neither stored nor added up.`);
  const { count, totals } = stored;
  const { ownerId, group } = query;
  return {
    period: month,
    count,
    totals,
    async lines() {
      const lines = await readStoredLines(reading.table, { ownerId, group, month }, stored);
      if (lines) return lines;
      // Some rows have expired before others.
      const added = await addUp(reading, query, [known]);
      return added.flatMap((each) => each.lines);
    },
  };
}

/** The most that one request adds up, in units of 8 KB. */
const MAX_ADDED_UNITS = 1500;
/** After this time, a request leaves the remaining months to the next one. The length of those of earlier imports is unknown. */
const MAX_ADDING_MS = 10_000;
/** The most for a single month. A longer one is rejected, because it would take too long. */
const MAX_MONTH_UNITS = 6000;
/** A month that takes this many units or more is stored. */
const STORED_FROM_UNITS = 1.5;
const BYTES_PER_UNIT = 8192;
/** The bytes of a row besides its earnings. */
const ROW_BYTES = 150;

/** @returns the lines of the months that are not stored, by month. Stores the long ones. */
async function addedMonths(
  reading: Reading,
  query: StatementQuery,
  months: readonly KnownMonth[],
): Promise<ReadonlyMap<string, readonly StatementLine[]>> {
  const { isWhole, runs } = affordable(months, query.group, reading.maxAddedUnits ?? MAX_ADDED_UNITS);
  const until = performance.now() + (reading.maxAddingMs ?? MAX_ADDING_MS);
  const added = new Map<string, readonly StatementLine[]>();
  let left = runs.length;
  for (const run of runs) {
    for (const { month, lines } of await addUp(reading, query, run, !isWhole)) added.set(month, lines);
    left -= 1;
    if (performance.now() > until) break;
  }
  if (isWhole && left === 0) return added;
  throw inPreparation('The statement is long and is being prepared, some months with each request.');
}

interface AddedMonth {
  readonly month: string;
  readonly lines: readonly StatementLine[];
}

/** Stores the long months, or all. */
async function addUp(
  reading: Reading,
  query: StatementQuery,
  run: readonly KnownMonth[],
  isAllStored = false,
): Promise<AddedMonth[]> {
  const { table } = reading;
  const { ownerId, group } = query;
  const found = await addUpMonths(table, run, { ownerId, group });
  const added: AddedMonth[] = [];
  for (const [index, { month, imports, digest, before }] of run.entries()) {
    const lines = found[index];
    if (!lines) continue;
    added.push({ month, lines });
    if (isAllStored || unitsOf(imports, group) >= STORED_FROM_UNITS)
      await storeMonth(reading, { ownerId, group, month }, { digest, lines, ...summaryOf(lines), before });
  }
  const missing = run.find((_, index) => !found[index]);
  if (missing) throw inPreparation(`What was reported of ${missing.month} is being replaced.`);
  return added;
}

/** @returns the months to be added up in this request, consecutive ones together, and whether these are all. */
function affordable(months: readonly KnownMonth[], group: EarningGroup, maxUnits: number) {
  const runs: KnownMonth[][] = [];
  let units = 0;
  let isConsecutive = false;
  for (const each of months) {
    if (each.stored) {
      isConsecutive = false;
      continue;
    }
    const more = unitsOf(each.imports, group);
    if (more > MAX_MONTH_UNITS) throw tooLarge(each.month);
    if (units > 0 && units + more > maxUnits) return { isWhole: false, runs };
    units += more;
    if (isConsecutive) runs.at(-1)?.push(each);
    else runs.push([each]);
    // Each of the others is stored before the next, because it can take so long that the request ends.
    isConsecutive = !hasEarlier(each.imports);
  }
  return { isWhole: true, runs };
}

/** The least units of a month. Months with earlier imports always count as long enough to be stored. */
function unitsOf(imports: Imports, group: EarningGroup): number {
  const bytes = imports.reduce((sum, { sizes }) => sum + (sizes ? sizes[group] + ROW_BYTES : 0), 0);
  return bytes / BYTES_PER_UNIT + (hasEarlier(imports) ? STORED_FROM_UNITS : 0);
}

const inPreparation = (why: string) =>
  problem('statement_in_preparation', `${why} Repeat the request after Retry-After seconds.`);

const tooLarge = (month: string) =>
  problem(
    'response_too_large',
    `${month} has too many lines to be added up by this group. Request another group, such as dsp.`,
    { parameter: 'group' },
  );
