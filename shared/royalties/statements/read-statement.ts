/**
 * Reads the statement of an owner, month by month. Short months are added up for each request. Long ones are
 * stored, so that the next request reads only the months that its page is in.
 */
import { UnreadableRow } from '../../kit/table/unreadable-row.ts';
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import { tooManyLines } from '../../usage/earnings/earnings-of-lines.ts';
import { usageEarningsPartition, usageMonthKey } from '../../usage/keys.ts';
import type { MonthRevenue } from '../../usage/revenue/month-revenue.ts';
import { readMonths } from '../../usage/revenue/read-months.ts';
import { isWithin } from '../rules/royalties.ts';
import { addedMonths } from './added-months.ts';
import { type AddableState, foundState, type ShownState } from './month-states.ts';
import { inPreparation, MonthReplaced, type Reading } from './reading.ts';
import type { StatementQuery } from './statement-lines.ts';
import { monthOfLines, type StatementMonth, storedMonth } from './statement-months.ts';
import { readStoredLines, readStoredMonths, type StoredLines } from './stored-months.ts';

/**
 * @returns the months that have lines, oldest first. Their lines add up to what balances count for the months.
 * @throws UnreadableRow if rows of earnings are damaged. statement_in_preparation (503) until long months are stored, or if an import replaces what is being read.
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
    return readAgain(reading, query, error.revenue);
  }
}

/** @param replaced by an import, unless its rows are damaged: then it is as it was, and its lines do not add up again. */
async function readAgain(reading: Reading, query: StatementQuery, { month, digest, earlier }: MonthRevenue) {
  try {
    return await readOnce(reading, query);
  } catch (error) {
    // An import replaces lines before its revenue, but writes its rows of earnings beside those that they replace.
    const isOfEarnings = query.by.length === 1 && earlier === 0;
    if (isOfEarnings && error instanceof MonthReplaced && error.revenue.digest === digest)
      throw new UnreadableRow(
        usageMonthKey(query.ownerId, month),
        `The rows of ${usageEarningsPartition(query.ownerId, query.by[0])} do not add up to it.`,
      );
    throw error;
  }
}

async function readOnce(reading: Reading, query: StatementQuery): Promise<readonly StatementMonth[]> {
  const { table } = reading;
  const [all, stored] = await Promise.all([readMonths(table, query.ownerId), readStoredMonths(table, query)]);
  const months = all.filter(({ month }) => isWithin(month, query.range));
  const found = months.map((each) => foundState(each, stored.get(each.month)));
  const tooLong = found.find(({ is }) => is === 'too long');
  if (tooLong) throw tooManyLines(tooLong.month, query.by);
  const added = new Map((await add(reading, query, found)).map((each) => [each.month, each]));
  return found.flatMap((state, at) => {
    const revenue = months[at];
    const shown = state.is === 'stored' ? state : added.get(state.month);
    return revenue && shown ? [shownMonth(reading, query, { revenue, shown })] : [];
  });
}

const add = (reading: Reading, { ownerId, by }: StatementQuery, found: Parameters<typeof addedMonths>[2]) =>
  addedMonths(
    reading,
    {
      ownerId,
      by,
      linesOfMonth: (group, month) => linesOfMonth(reading, { ownerId, group, month }),
    },
    found,
  );

async function linesOfMonth(
  reading: Reading,
  {
    ownerId,
    group,
    month,
  }: { readonly ownerId: string; readonly group: EarningGroup; readonly month: string },
) {
  const range = { from: month, to: month };
  const months = await readStatement(reading, { ownerId, by: [group], range });
  return (await Promise.all(months.map((each) => each.lines()))).flat();
}

function shownMonth(
  reading: Reading,
  query: StatementQuery,
  { revenue, shown }: Pick<AddableState, 'revenue'> & { readonly shown: ShownState },
): StatementMonth {
  if (shown.is === 'added') return monthOfLines(shown);
  const { month, stored } = shown;
  const of = { ownerId: query.ownerId, by: query.by, month };
  const read = (lines: StoredLines, part?: Parameters<typeof readStoredLines>[3]) =>
    readStoredLines(reading.table, of, lines, part);
  return storedMonth(shown, {
    part: (wanted) => read(stored, wanted),
    // Some rows have expired before others.
    async again() {
      const addable = {
        is: 'addable',
        month,
        revenue,
        begun: undefined,
        replaces: undefined,
      } as const;
      const [added] = await add(reading, query, [addable]);
      const lines = added?.is === 'stored' ? await read(added.stored) : added?.lines;
      if (!lines) throw inPreparation();
      return lines;
    },
  });
}
