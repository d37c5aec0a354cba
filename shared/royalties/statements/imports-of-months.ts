/** The imports of months, as their digests name them. */
import type { Table } from '../../kit/table/table.ts';
import { digestOfImports, type ImportRevenue } from '../../usage/revenue/month-revenue.ts';
import { readImports } from '../../usage/revenue/read-months.ts';
import type { AddableState } from './month-states.ts';

export interface MonthOfImports {
  readonly month: string;
  readonly imports: readonly ImportRevenue[];
}

/**
 * @param months without months with imports in between.
 * @returns undefined for a month whose imports have changed since its digest was read.
 */
export async function importsOfMonths(
  table: Table,
  ownerId: string,
  months: readonly AddableState[],
): Promise<(MonthOfImports | undefined)[]> {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return [];
  const range = { first: first.month, last: last.month };
  const read = Map.groupBy(await readImports(table, ownerId, range), ({ month }) => month);
  return months.map(({ month, revenue }) => {
    const imports = read.get(month) ?? [];
    return digestOfImports(month, imports) === revenue.digest ? { month, imports } : undefined;
  });
}

/** Identifies an import in a month and currency. */
export const importKey = ({
  currency,
  importId,
  run,
}: Pick<ImportRevenue, 'currency' | 'importId' | 'run'>): string => `${currency}#${importId}#${run}`;
