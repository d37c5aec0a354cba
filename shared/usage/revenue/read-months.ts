/** Reads the revenue of an owner from imports: by month, and by import. */
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { type RevenueId, usageMonthKey, usageRevenueKey } from '../keys.ts';
import { type ImportRevenue, type MonthRevenue, monthOf } from './month-revenue.ts';
import { revenueOf } from './revenue-row.ts';

interface Consistency {
  /** Reads what was written a moment ago, for half the units. */
  readonly isEventual: boolean;
}

/** @returns all months with imports, as last written, the oldest first. */
export async function readMonths(
  table: Table,
  owner: string,
  { isEventual }: Consistency = { isEventual: false },
): Promise<readonly MonthRevenue[]> {
  const { pk: partition } = usageMonthKey(owner, '');
  const rows = await table.query({ partition, ...(isEventual && { isEventual }) });
  return rows.map(monthOf);
}

export const ALL_MONTHS = { first: '', last: '~' } as const;

/**
 * @param between both inclusive.
 * @returns the revenue of imports in these months, as last written.
 */
export async function readImports(
  table: Table,
  owner: string,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<ImportRevenue[]> {
  const { pk: partition } = usageRevenueKey({ owner, month: '', currency: '', importId: '' });
  // '$' sorts after '#', which follows the month.
  const rows = await table.query({ partition, from: first, upTo: `${last}$` });
  return rows.map(revenueOf);
}

/** @returns the revenue of each of these imports. */
export async function findImports(
  table: Table,
  ids: readonly RevenueId[],
): Promise<(ImportRevenue | undefined)[]> {
  const rows = await table.getMany(ids.map(usageRevenueKey), true);
  const byKey = new Map(rows.map((row) => [`${row['pk']} ${row['sk']}`, row]));
  return ids.map((id) => {
    const { pk, sk }: Key = usageRevenueKey(id);
    const row = byKey.get(`${pk} ${sk}`);
    return row && revenueOf(row);
  });
}
