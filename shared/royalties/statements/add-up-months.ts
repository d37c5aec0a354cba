/** Adds up the lines of months from what imports have written. */
import type { Table } from '../../kit/table/table.ts';
import { type EarningPart, earningPartOf, unpackEarnings } from '../../usage/earnings/earning-rows.ts';
import { earningsOfLines } from '../../usage/earnings/earnings-of-lines.ts';
import { usageEarningsKey } from '../../usage/keys.ts';
import { digestOfImports, type ImportRevenue } from '../../usage/revenue/month-revenue.ts';
import { readImports } from '../../usage/revenue/read-months.ts';
import { LineSums, type StatementLine, type StatementQuery } from './statement-lines.ts';

type Imports = readonly ImportRevenue[];

export interface MonthToAdd {
  readonly month: string;
  /** Identifies its imports. */
  readonly digest: string;
  /** Its imports of which earlier versions have written the rows. */
  readonly former: Imports;
}

interface MonthOfImports {
  readonly month: string;
  readonly imports: Imports;
}

type Adding = Pick<StatementQuery, 'ownerId' | 'group'>;

/**
 * @param months without months with imports in between.
 * @returns the lines of each month, or undefined if they do not add up to its revenue, because an import has replaced
 * them in the meantime.
 * @throws response_too_large (400) for a month with too many lines of earlier imports.
 */
export async function addUpMonths(
  table: Table,
  months: readonly MonthToAdd[],
  adding: Adding,
): Promise<(readonly StatementLine[] | undefined)[]> {
  const known = await importsOf(table, months, adding);
  const added = await addUp(table, known, { ...adding, isEventual: true });
  for (const [index, month] of known.entries())
    if (!added[index] && month && hasEarnings(month))
      [added[index]] = await addUp(table, [month], { ...adding, isEventual: false });
  return added;
}

/** @returns undefined for a month whose imports have changed since its digest was read. */
async function importsOf(
  table: Table,
  months: readonly MonthToAdd[],
  { ownerId }: Adding,
): Promise<(MonthOfImports | undefined)[]> {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return [];
  const range = { first: first.month, last: last.month };
  const read = Map.groupBy(await readImports(table, ownerId, range), ({ month }) => month);
  return months.map(({ month, digest, former }) => {
    // Rows of earlier versions can have been moved since they were read.
    const imports = [
      ...new Map([...former, ...(read.get(month) ?? [])].map((each) => [importKey(each), each])).values(),
    ];
    return digestOfImports(month, imports) === digest ? { month, imports } : undefined;
  });
}

/** Identifies an import in a month and currency. */
const importKey = ({
  currency,
  importId,
  run,
}: Pick<ImportRevenue, 'currency' | 'importId' | 'run'>): string => `${currency}#${importId}#${run}`;

interface Reading extends Adding {
  readonly isEventual: boolean;
}

async function addUp(table: Table, months: readonly (MonthOfImports | undefined)[], reading: Reading) {
  const parts = Map.groupBy(await partsOf(table, months, reading), ({ month }) => month);
  const added: (readonly StatementLine[] | undefined)[] = [];
  for (const each of months) {
    const earlier = each && hasEarlier(each) ? await earlierLines(table, each, reading) : NO_LINES;
    const own = Map.groupBy(parts.get(each?.month ?? '') ?? [], importKey);
    added.push(each && addUpMonth(each, reading, { own, earlier }));
  }
  return added;
}

/** What was read of a month, by `importKey`. */
interface Found {
  readonly own: ReadonlyMap<string, readonly EarningPart[]>;
  readonly earlier: ReadonlyMap<string, readonly StatementLine[]>;
}

/** One import at a time, to bound memory. */
function addUpMonth({ imports }: MonthOfImports, { group }: Adding, { own, earlier }: Found) {
  const sums = new LineSums();
  for (const each of imports) {
    const key = importKey(each);
    const found = each.sizes ? linesIn(own.get(key) ?? [], each.sizes[group]) : (earlier.get(key) ?? []);
    const lines = checked(each, found);
    if (!lines) return undefined;
    sums.add(lines);
  }
  return sums.lines();
}

const NO_LINES: Found['earlier'] = new Map();

/** All that imports of this and later versions wrote between the first and the last month. */
async function partsOf(
  table: Table,
  months: readonly (MonthOfImports | undefined)[],
  { ownerId: owner, group, isEventual }: Reading,
): Promise<EarningPart[]> {
  const written = months.filter((each) => each !== undefined).filter(hasEarnings);
  const [first, last] = [written[0], written.at(-1)];
  if (!first || !last) return [];
  const { pk: partition } = usageEarningsKey({
    ...{ owner, group, month: '', currency: '' },
    ...{ importId: '', run: '', part: 0 },
  });
  // '$' sorts after '#', which follows the month.
  const range = { from: first.month, upTo: `${last.month}$` };
  const rows = await table.query({ partition, ...range, ...(isEventual && { isEventual }) });
  return rows.map(earningPartOf);
}

/** @param size of all parts. @returns undefined if a part is missing. */
function linesIn(parts: readonly EarningPart[], size: number): StatementLine[] | undefined {
  if (parts.reduce((sum, { packed }) => sum + packed.length, 0) !== size) return undefined;
  return parts.flatMap(({ packed, currency }) => unpackEarnings(packed, currency));
}

/** Whether some were imported with rows of earnings. */
const hasEarnings = ({ imports }: MonthOfImports): boolean => imports.some(({ sizes }) => sizes);

/** Whether some were imported without rows of earnings. */
const hasEarlier = ({ imports }: MonthOfImports): boolean => imports.some(({ sizes }) => !sizes);

async function earlierLines(
  table: Table,
  { month }: MonthOfImports,
  { ownerId, group }: Adding,
): Promise<ReadonlyMap<string, StatementLine[]>> {
  const earned = await earningsOfLines(table, { ownerId, group, month });
  return Map.groupBy(earned, importKey);
}

/** @returns the lines if they add up to the revenue. */
function checked({ amount }: ImportRevenue, lines: readonly StatementLine[] | undefined) {
  const sum = lines?.reduce((all, { revenue }) => all + revenue, 0n);
  return sum === amount ? lines : undefined;
}
