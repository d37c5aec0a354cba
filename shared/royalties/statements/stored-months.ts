/**
 * Months of statements whose lines were added up before. Each names the imports that it was made of, and is not
 * used once others have been imported.
 */
import type { Item, Json } from '../../kit/table/item.ts';
import { type Key, tableShape } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { readRow } from '../../kit/table/unreadable-row.ts';
import { formatAmount, storedAmount } from '../../kit/values/money.ts';
import { packEarnings, unpackEarnings } from '../../usage/earnings/earning-rows.ts';
import { earningGroups } from '../../usage/earnings/earning-sums.ts';
import { storedMonthKey, storedMonthsPartition, storedPartKey } from '../keys.ts';
import { groupText, type LinesBy } from '../statement-groups.ts';
import { addTotals, type CurrencyTotal, type StatementLine, type StatementQuery } from './statement-lines.ts';

/** A row with some of the lines. */
export interface StoredPart {
  /** The number of lines. */
  readonly count: number;
  /** The member of the first one. */
  readonly first: string;
}

export interface StoredLines {
  readonly is: 'lines';
  /** The digest of the imports. */
  readonly of: string;
  /** The number of lines. */
  readonly count: number;
  readonly totals: readonly CurrencyTotal[];
  /** The number of rows with the lines. */
  readonly parts: number;
  /** What these rows have. Undefined for months that an earlier version has stored. */
  readonly index: readonly StoredPart[] | undefined;
  /** The lines, if they are short. */
  readonly earnings: string | undefined;
  /** The last first member that is stored, if others follow. */
  readonly rest: string | undefined;
}

/** Instead of lines: reports have more than a request can read. */
interface TooLong {
  readonly is: 'too long';
  readonly of: string;
  readonly parts: 0;
}

export type StoredMonth = StoredLines | TooLong;

export interface MonthOf extends Pick<StatementQuery, 'ownerId' | 'by'> {
  readonly month: string;
}

const keyOf = ({ ownerId, by, month }: MonthOf): Key =>
  storedMonthKey({ ownerId, group: groupText(by), month });

/** @returns what was stored of months within the range, by month. */
export async function readStoredMonths(
  table: Table,
  { ownerId, by, range: { from = '', to = '' } }: StatementQuery,
): Promise<ReadonlyMap<string, StoredMonth>> {
  const partition = storedMonthsPartition({ ownerId, group: groupText(by) });
  const rows = await table.query({ partition, from, upTo: to, isEventual: true });
  return new Map(rows.map((row) => [String(row['sk']), readRow(row, storedIn)]));
}

function storedIn({ of, count, totals, parts, index, earnings, tooLong, rest }: Item): StoredMonth {
  const digest = String(of);
  if (tooLong === true) return { is: 'too long', of: digest, parts: 0 };
  return {
    is: 'lines',
    of: digest,
    count: Number(count),
    totals: (totals as readonly [string, number, string][]).map(([currency, plays, revenue]) => ({
      currency,
      plays,
      revenue: storedAmount(revenue),
    })),
    parts: Number(parts),
    index: (index as readonly [number, string][] | undefined)?.map(([lines, first]) => ({
      count: lines,
      first,
    })),
    earnings: textIn(earnings),
    rest: textIn(rest),
  };
}

const textIn = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

/**
 * @param wanted consecutive rows with lines; by default all.
 * @returns their lines in order, or undefined if they have been replaced.
 */
export async function readStoredLines(
  table: Table,
  of: MonthOf,
  { of: digest, parts, earnings }: StoredLines,
  wanted: { readonly from: number; readonly upTo: number } = { from: 0, upTo: parts },
): Promise<StatementLine[] | undefined> {
  if (earnings !== undefined) return unpackEarnings(earnings);
  const count = Math.max(0, wanted.upTo - wanted.from);
  if (count === 0) return [];
  const [first, last] = [partKey(of, digest, wanted.from), partKey(of, digest, wanted.upTo - 1)];
  const query = { partition: first.pk, from: first.sk, upTo: last.sk };
  const rows = await table.query({ ...query, isEventual: true });
  const read = rows.length === count ? rows : await table.query(query);
  return read.length === count
    ? read.flatMap((row) => readRow(row, ({ earnings: text }) => unpackEarnings(String(text))))
    : undefined;
}

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

/**
 * Stores that the month has more lines than a request can read, so that they are not read again.
 * @param month without `by`, if it has too many by each of track, album, DSP and country.
 */
export const storeTooLong = (
  { table, now }: Storing,
  { ownerId, by, month, digest }: Omit<MonthOf, 'by'> & { readonly by?: LinesBy; readonly digest: string },
): Promise<unknown> =>
  table.putMany(
    (by ? [by] : earningGroups.map((group): LinesBy => [group])).map((each) => ({
      ...keyOf({ ownerId, by: each, month }),
      of: digest,
      count: 0,
      totals: [],
      parts: 0,
      tooLong: true,
      ...expiry(now),
    })),
  );

interface LinesToStore {
  readonly revenue: { readonly digest: string };
  readonly lines: readonly StatementLine[];
  /** The last first member of the lines, if others follow. */
  readonly rest?: string | undefined;
  /** What is stored before these lines. */
  readonly begun: StoredLines | undefined;
  /** What is stored of other imports. */
  readonly replaces: StoredMonth | undefined;
}

/**
 * The lines are a function of the imports that the digest names, and of what is stored before them. Concurrent
 * functions therefore write the same rows, or a month that the next reader does not use.
 */
export async function storeLines(
  { table, now }: Storing,
  of: MonthOf,
  { revenue: { digest }, lines, rest, begun, replaces }: LinesToStore,
): Promise<StoredLines> {
  const packed = packEarnings(lines);
  const isWhole = !begun && rest === undefined;
  const isInline = isWhole && packed.length === 1 && packed.every(({ text }) => text.length <= MAX_INLINE);
  const [inline] = isInline ? packed : [];
  const before = begun?.index ?? [];
  const parts = inline ? [] : packed;
  const expires = expiry(now);
  await table.putMany(
    parts.map(({ text: earnings }, at) => ({
      ...partKey(of, digest, before.length + at),
      earnings,
      ...expires,
    })),
  );
  const stored: StoredLines = {
    is: 'lines',
    of: digest,
    count: (begun?.count ?? 0) + lines.length,
    totals: addTotals([...(begun?.totals ?? []), ...lines]),
    parts: before.length + parts.length,
    index: [...before, ...parts.map(({ count, first }) => ({ count, first }))],
    earnings: inline?.text,
    rest,
  };
  await table.putMany([{ ...keyOf(of), ...rowOf(stored), ...expires }]);
  if (replaces && replaces.of !== digest)
    await table.deleteMany(
      Array.from({ length: replaces.parts }, (_, part) => partKey(of, replaces.of, part)),
    );
  return stored;
}

const rowOf = ({ of, count, totals, parts, index, earnings, rest }: StoredLines): Item => ({
  of,
  count,
  parts,
  totals: totals.map(({ currency, plays, revenue }) => [currency, plays, formatAmount(revenue)]),
  ...(index && index.length > 0 && { index: index.map((each) => [each.count, each.first]) }),
  ...(earnings !== undefined && { earnings }),
  ...(rest !== undefined && { rest }),
});

/** @param part at most 9999. */
const partKey = ({ ownerId, by, month }: MonthOf, digest: string, part: number): Key =>
  storedPartKey({ ownerId, group: groupText(by), month }, { digest, part: String(part).padStart(4, '0') });
