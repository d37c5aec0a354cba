/**
 * Reads the statement of an owner, month by month. Short months are added up for each request. Long ones are
 * stored, so that the next request reads only the months that its page is in.
 */
import { tooManyLines } from '../../usage/earnings/earnings-of-lines.ts';
import { readMonths } from '../../usage/revenue/read-months.ts';
import { isWithin } from '../rules/royalties.ts';
import {
  addedLines,
  addedMonths,
  type KnownMonth,
  MonthReplaced,
  type Reading,
  summaryOf,
} from './missing-months.ts';
import type { CurrencyTotal, StatementLine, StatementQuery } from './statement-lines.ts';
import { readStoredLines, readStoredMonths } from './stored-months.ts';

export interface StatementMonth {
  /** YYYY-MM. */
  readonly period: string;
  /** The number of lines. */
  readonly count: number;
  readonly totals: readonly CurrencyTotal[];
  readonly lines: () => Promise<readonly StatementLine[]>;
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
  try {
    return await readOnce(reading, query);
  } catch (error) {
    if (!(error instanceof MonthReplaced)) throw error;
    return readOnce(reading, query);
  }
}

async function readOnce(reading: Reading, query: StatementQuery): Promise<readonly StatementMonth[]> {
  const { table } = reading;
  const [revenue, stored] = await Promise.all([
    readMonths(table, query.ownerId),
    readStoredMonths(table, query),
  ]);
  const former = Map.groupBy(revenue.former, ({ month }) => month);
  const within = revenue.months.filter(({ month }) => isWithin(month, query.range));
  const months = within.map((each): KnownMonth => {
    const before = stored.get(each.month);
    const isCurrent = before?.of === each.digest;
    return { ...each, former: former.get(each.month) ?? [], before, stored: isCurrent ? before : undefined };
  });
  const tooLong = months.find(({ stored }) => stored?.isTooLong);
  if (tooLong) throw tooManyLines(tooLong.month);
  const added = await addedMonths(reading, query, months);
  return months.map((known) => {
    const own = added.get(known.month);
    if (!own) return storedMonth(reading, query, known);
    if ('stored' in own) return storedMonth(reading, query, { ...known, stored: own.stored });
    const { lines } = own;
    return { ...summaryOf(lines), period: known.month, lines: async () => lines };
  });
}

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
      return addedLines(reading, query, known);
    },
  };
}
