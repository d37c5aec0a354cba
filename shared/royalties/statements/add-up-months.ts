/** Adds up the lines of months by one of track, album, DSP and country, from what imports have written. */
import type { Table } from '../../kit/table/table.ts';
import { type EarningPart, earningPartOf } from '../../usage/earnings/earning-rows.ts';
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import { earningsOfLines, type LineEarning } from '../../usage/earnings/earnings-of-lines.ts';
import { usageEarningsPartition } from '../../usage/keys.ts';
import type { ImportRevenue } from '../../usage/revenue/month-revenue.ts';
import { importKey, importsOfMonths, type MonthOfImports } from './imports-of-months.ts';
import type { AddableState } from './month-states.ts';
import { LineSums, type StatementLine } from './statement-lines.ts';

interface Adding {
  readonly ownerId: string;
  readonly group: EarningGroup;
}

/**
 * @param months without months with imports in between.
 * @returns the lines of each month, or undefined if they do not add up to its revenue, because an import has replaced
 * them in the meantime.
 * @throws response_too_large (400) for a month with too many lines of moved imports.
 */
export async function addUpMonths(
  table: Table,
  months: readonly AddableState[],
  adding: Adding,
): Promise<(readonly StatementLine[] | undefined)[]> {
  const known = await importsOfMonths(table, adding.ownerId, months);
  const added = await addUp(table, known, { ...adding, isEventual: true });
  for (const [index, month] of known.entries())
    if (!added[index] && month && hasEarnings(month))
      [added[index]] = await addUp(table, [month], { ...adding, isEventual: false });
  return added;
}

interface Reading extends Adding {
  readonly isEventual: boolean;
}

async function addUp(table: Table, months: readonly (MonthOfImports | undefined)[], reading: Reading) {
  const parts = Map.groupBy(await partsOf(table, months, reading), ({ month }) => month);
  const added: (readonly StatementLine[] | undefined)[] = [];
  for (const each of months) {
    if (!each) added.push(undefined);
    else {
      const moved = hasMoved(each) ? await movedLines(table, each, reading) : NO_LINES;
      const own = Map.groupBy(parts.get(each.month) ?? [], importKey);
      added.push(addUpMonth(each, reading, { own, moved }));
    }
  }
  return added;
}

/** What was read of a month, by `importKey`. */
interface Found {
  readonly own: ReadonlyMap<string, readonly EarningPart[]>;
  readonly moved: ReadonlyMap<string, readonly StatementLine[]>;
}

/** One import at a time, to bound memory. */
function addUpMonth({ imports }: MonthOfImports, { group }: Adding, { own, moved }: Found) {
  const sums = new LineSums();
  for (const each of imports) {
    const key = importKey(each);
    const found = each.sizes ? linesIn(own.get(key) ?? [], each.sizes[group]) : (moved.get(key) ?? []);
    const lines = checked(each, found);
    if (!lines) return undefined;
    sums.add(lines);
  }
  return sums.lines();
}

const NO_LINES: Found['moved'] = new Map();

/** All that imports wrote between the first and the last month. */
async function partsOf(
  table: Table,
  months: readonly (MonthOfImports | undefined)[],
  { ownerId, group, isEventual }: Reading,
): Promise<EarningPart[]> {
  const written = months.filter((each) => each !== undefined).filter(hasEarnings);
  const [first, last] = [written[0], written.at(-1)];
  if (!first || !last) return [];
  // '$' sorts after '#', which follows the month.
  const range = { from: first.month, upTo: `${last.month}$` };
  const partition = usageEarningsPartition(ownerId, group);
  const rows = await table.query({ partition, ...range, ...(isEventual && { isEventual }) });
  return rows.map(earningPartOf);
}

/** @param size of all parts. @returns undefined if a part is missing. */
function linesIn(parts: readonly EarningPart[], size: number): StatementLine[] | undefined {
  if (parts.reduce((sum, { length }) => sum + length, 0) !== size) return undefined;
  return parts.flatMap(({ earnings }) => earnings());
}

/** Whether some were imported with rows of earnings. */
const hasEarnings = ({ imports }: MonthOfImports): boolean => imports.some(({ sizes }) => sizes);

/** Whether some were imported without rows of earnings. */
const hasMoved = ({ imports }: MonthOfImports): boolean => imports.some(({ sizes }) => !sizes);

async function movedLines(
  table: Table,
  { month }: MonthOfImports,
  { ownerId, group }: Adding,
): Promise<ReadonlyMap<string, StatementLine[]>> {
  const earned: LineEarning[] = [];
  for await (const lines of earningsOfLines(table, { ownerId, by: [group], month }))
    for (const line of lines) earned.push(line);
  return Map.groupBy(earned, importKey);
}

/** @returns the lines if they add up to the revenue. */
function checked({ amount }: ImportRevenue, lines: readonly StatementLine[] | undefined) {
  const sum = lines?.reduce((all, { revenue }) => all + revenue, 0n);
  return sum === amount ? lines : undefined;
}
