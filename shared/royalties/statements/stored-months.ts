/**
 * Months of statements whose lines were added up before. Each names the imports that it was made of, and is not
 * used once others have been imported.
 */
import { type Key, tableShape } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { formatAmount, storedAmount } from '../../kit/values/money.ts';
import { packEarnings, unpackEarnings } from '../../usage/earnings/earning-rows.ts';
import { earningGroups } from '../../usage/earnings/earning-sums.ts';
import { storedMonthKey, storedPartKey } from '../keys.ts';
import type { CurrencyTotal, StatementLine, StatementQuery } from './statement-lines.ts';

export interface StoredMonth {
  /** The digest of the imports. */
  readonly of: string;
  /** The number of lines. */
  readonly count: number;
  readonly totals: readonly CurrencyTotal[];
  /** The number of rows with the lines. */
  readonly parts: number;
  /** The lines, if they are short. */
  readonly earnings: string | undefined;
  /** Instead of lines: earlier versions have imported more than a request can read. */
  readonly isTooLong: boolean;
}

export interface MonthOf extends Pick<StatementQuery, 'ownerId' | 'group'> {
  readonly month: string;
}

/** @returns what was stored of months within the range, by month. */
export async function readStoredMonths(
  table: Table,
  { ownerId, group, range: { from = '', to = '' } }: StatementQuery,
): Promise<ReadonlyMap<string, StoredMonth>> {
  const { pk: partition } = storedMonthKey({ ownerId, group, month: '' });
  const rows = await table.query({ partition, from, upTo: to, isEventual: true });
  return new Map(
    rows.map(({ sk, of, count, totals, parts, earnings, tooLong }) => [
      String(sk),
      {
        of: String(of),
        count: Number(count),
        totals: (totals as readonly [string, number, string][]).map(([currency, plays, revenue]) => ({
          currency,
          plays,
          revenue: storedAmount(revenue),
        })),
        parts: Number(parts),
        earnings: earnings === undefined ? undefined : String(earnings),
        isTooLong: tooLong === true,
      },
    ]),
  );
}

/** @returns the lines in their order, or undefined if they have been replaced. */
export async function readStoredLines(
  table: Table,
  of: MonthOf,
  { of: digest, parts, earnings }: StoredMonth,
): Promise<StatementLine[] | undefined> {
  if (earnings !== undefined) return linesIn([earnings]);
  const { pk: partition, sk: prefix } = storedPartKey(of, { digest, part: '' });
  const rows = await table.query({ partition, prefix, isEventual: true });
  const read = rows.length === parts ? rows : await table.query({ partition, prefix });
  return read.length === parts ? linesIn(read.map((row) => String(row['earnings']))) : undefined;
}

const linesIn = (texts: readonly string[]): StatementLine[] => texts.flatMap((text) => unpackEarnings(text));

/** Longer lines have their own rows, so that a range of months is read by one short query. */
const MAX_INLINE = 2000;
/** Months expire after this, also those whose function died while it wrote them. */
const KEPT_DAYS = 400;

const expiry = (now: Date) => ({
  [tableShape.timeToLive]: Math.floor(now.getTime() / 1000) + KEPT_DAYS * 86_400,
});

interface Storing {
  readonly table: Table;
  readonly now: Date;
}

/** Stores for each group that the month has too many lines of earlier imports, so that they are not read again. */
export const storeTooLong = (
  { table, now }: Storing,
  { ownerId, month, digest }: Pick<MonthOf, 'ownerId' | 'month'> & { readonly digest: string },
): Promise<unknown> =>
  table.putMany(
    earningGroups.map((group) => ({
      ...storedMonthKey({ ownerId, group, month }),
      ...{ of: digest, count: 0, totals: [], parts: 0, tooLong: true },
      ...expiry(now),
    })),
  );

/**
 * The lines are a function of the imports that the digest names. Concurrent functions therefore write the same
 * rows, or a month that the next reader does not use.
 */
export async function storeMonth(
  { table, now }: Storing,
  of: MonthOf,
  month: {
    readonly digest: string;
    readonly lines: readonly StatementLine[];
    readonly totals: readonly CurrencyTotal[];
    /** What it replaces. */
    readonly before: StoredMonth | undefined;
  },
): Promise<StoredMonth> {
  const { digest, lines, totals, before } = month;
  const texts = packEarnings(lines);
  const [inline] = texts.length === 1 && texts.every(({ length }) => length <= MAX_INLINE) ? texts : [];
  const expires = expiry(now);
  const parts = inline === undefined ? texts : [];
  await table.putMany(
    parts.map((earnings, part) => ({ ...partKey(of, digest, part), earnings, ...expires })),
  );
  const row = {
    of: digest,
    count: lines.length,
    totals: totals.map(({ currency, plays, revenue }) => [currency, plays, formatAmount(revenue)]),
    parts: parts.length,
    ...(inline !== undefined && { earnings: inline }),
  };
  await table.putMany([{ ...storedMonthKey(of), ...row, ...expires }]);
  if (before && before.of !== digest)
    await table.deleteMany(Array.from({ length: before.parts }, (_, part) => partKey(of, before.of, part)));
  const { count, parts: partCount } = row;
  return { of: digest, count, totals, parts: partCount, earnings: inline, isTooLong: false };
}

const partKey = (of: MonthOf, digest: string, part: number): Key =>
  storedPartKey(of, { digest, part: String(part).padStart(4, '0') });
