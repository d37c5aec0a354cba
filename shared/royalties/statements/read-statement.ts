/**
 * Reads the statement of an owner, month by month. Short months are added up for each request. Long ones are
 * stored, so that the next request reads only the months that its page is in.
 */
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import { LEAST_LINE_UNITS } from '../../usage/earnings/earnings-of-lines.ts';
import { addUpMonths, type Imports, type MonthToAdd } from './add-up-months.ts';
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
}

/**
 * @returns the months that have lines, oldest first. Their lines add up to what balances count for the months.
 * @throws statement_in_preparation (503) until long months are stored, and while a report is being imported.
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
  return months.map((each) => {
    const lines = added.get(each.month);
    return lines ? addedMonth(each.month, lines) : storedMonth(table, query, each);
  });
}

interface KnownMonth extends MonthToAdd {
  readonly digest: string;
  readonly before: StoredMonth | undefined;
  /** What is stored of the same imports. */
  readonly stored: StoredMonth | undefined;
}

const totalsOf = (lines: readonly StatementLine[]): CurrencyTotal[] => addTotals(lines);

const addedMonth = (period: string, lines: readonly StatementLine[]): StatementMonth => ({
  period,
  count: lines.length,
  totals: totalsOf(lines),
  lines: async () => lines,
});

function storedMonth(
  table: Table,
  { ownerId, group }: StatementQuery,
  { month, stored }: KnownMonth,
): StatementMonth {
  if (!stored) throw new Error(`The month ${month} is neither stored nor added up.`);
  return {
    period: month,
    count: stored.count,
    totals: stored.totals,
    async lines() {
      const lines = await readStoredLines(table, { ownerId, group, month }, stored);
      if (lines) return lines;
      throw inPreparation('A report is being imported.');
    },
  };
}

/** For the months that one request adds up, in units of 8 KB. */
const MAX_ADDED_UNITS = 1500;
/** For a single month. A longer one is not added up, because the request would take too long. */
const MAX_MONTH_UNITS = 6000;
/** A month that takes this many units or more is stored. */
const STORED_FROM_UNITS = 1.5;
const BYTES_PER_UNIT = 8192;
/** Of a row without its earnings. */
const ROW_BYTES = 150;

/** @returns the lines of the months that are not stored, by month. Stores the long ones. */
async function addedMonths(
  reading: Reading,
  query: StatementQuery,
  months: readonly KnownMonth[],
): Promise<ReadonlyMap<string, readonly StatementLine[]>> {
  const { isWhole, runs } = affordable(months, query.group);
  const added = new Map<string, readonly StatementLine[]>();
  for (const run of runs) {
    const found = await addUpMonths(reading.table, run, { ...query, check: unitCheck(reading.table) });
    for (const [index, known] of run.entries()) {
      const lines = found[index];
      if (!lines) throw inPreparation(`A report with usage of ${known.month} is being imported.`);
      added.set(known.month, lines);
      if (!isWhole || unitsOf(known.imports, query.group) >= STORED_FROM_UNITS)
        await store(reading, query, { ...known, lines });
    }
  }
  if (isWhole) return added;
  throw inPreparation('The statement is long and is being prepared, some months with each request.');
}

/** @returns the months to be added up in this request, consecutive ones together, and whether these are all. */
function affordable(months: readonly KnownMonth[], group: EarningGroup) {
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
    if (units > 0 && units + more > MAX_ADDED_UNITS) return { isWhole: false, runs };
    units += more;
    if (isConsecutive) runs.at(-1)?.push(each);
    else runs.push([each]);
    isConsecutive = true;
  }
  return { isWhole: true, runs };
}

/** At least. The lines of earlier imports have a length that is not known. */
function unitsOf(imports: Imports, group: EarningGroup): number {
  const bytes = imports.reduce((sum, { sizes }) => sum + (sizes ? sizes[group] + ROW_BYTES : 0), 0);
  return bytes / BYTES_PER_UNIT + (imports.some(({ sizes }) => !sizes) ? LEAST_LINE_UNITS : 0);
}

function unitCheck(table: Table): () => void {
  const before = table.meter.readUnits;
  return () => {
    // Lines are read with strong consistency, which takes twice as many.
    if (table.meter.readUnits - before > 2 * MAX_MONTH_UNITS) throw tooLarge();
  };
}

const store = (
  { table, now }: Reading,
  { ownerId, group }: StatementQuery,
  { month, digest, before, lines }: KnownMonth & { readonly lines: readonly StatementLine[] },
) =>
  storeMonth({ table, now }, { ownerId, group, month }, { digest, lines, totals: totalsOf(lines), before });

const inPreparation = (why: string) =>
  problem('statement_in_preparation', `${why} Repeat the request after Retry-After seconds.`);

const tooLarge = (month?: string) =>
  problem(
    'response_too_large',
    `${month === undefined ? 'A month' : month} has too many lines to be added up by this group. Request another group, such as dsp.`,
    { parameter: 'group' },
  );
