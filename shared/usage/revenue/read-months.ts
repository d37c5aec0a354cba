/** Reads what imports have brought an owner: by month, and by import. */
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { formerRevenueKey, type RevenueId, readRevenueKey, usageMonthKey, usageRevenueKey } from '../keys.ts';
import { type ImportRevenue, type MonthRevenue, monthOf, noRevenue, withImport } from './month-revenue.ts';
import { revenueOf } from './revenue-row.ts';

export interface Months {
  /** The oldest first. */
  readonly months: readonly MonthRevenue[];
  /** What earlier versions have written. The months include it. */
  readonly former: readonly ImportRevenue[];
}

/** Rows of earlier versions can be moved while they are read. Their months then change from read to read. */
const MAX_READS = 5;

interface Consistency {
  /** Reads what was written a moment ago, for half the units. */
  readonly isEventual: boolean;
}

/** @returns all months with imports, as last written. */
export async function readMonths(
  table: Table,
  owner: string,
  how: Consistency = { isEventual: false },
): Promise<Months> {
  let read = await readOnce(table, owner, how);
  for (let reads = 1; read.former.length > 0 && reads < MAX_READS; reads++) {
    const again = await readOnce(table, owner, how);
    if (digestsOf(again) === digestsOf(read)) return again;
    read = again;
  }
  return read;
}

const digestsOf = ({ months }: Months): string => months.map(({ month, digest }) => month + digest).join();

async function readOnce(table: Table, owner: string, { isEventual }: Consistency): Promise<Months> {
  const { pk: partition } = usageMonthKey(owner, '');
  // Months last, because rows of earlier versions are moved into them.
  const rows = await table.query({ partition, newestFirst: true, ...(isEventual && { isEventual }) });
  const [own, former] = [rows.filter((row) => !isOfImport(row)), rows.filter(isOfImport).map(revenueOf)];
  const months = new Map(own.map((row) => [monthOf(row).month, monthOf(row)]));
  for (const each of former)
    months.set(each.month, withImport(months.get(each.month) ?? noRevenue(each.month), each));
  return { months: [...months.values()].sort((left, right) => (left.month < right.month ? -1 : 1)), former };
}

const isOfImport = ({ pk, sk }: Item): boolean =>
  readRevenueKey({ pk: String(pk), sk: String(sk) }) !== undefined;

export const ALL_MONTHS = { first: '', last: '~' } as const;

/**
 * @param between both inclusive.
 * @returns what imports have brought in these months, as last written, except in rows of earlier versions.
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

/** @returns what each of these imports has brought, also if an earlier version has written it. */
export async function findImports(
  table: Table,
  ids: readonly RevenueId[],
): Promise<(ImportRevenue | undefined)[]> {
  const keys = ids.flatMap((id) => [usageRevenueKey(id), formerRevenueKey(id)]);
  const rows = await table.getMany(keys, true);
  const byKey = new Map(rows.map((row) => [`${row['pk']} ${row['sk']}`, row]));
  const found = ({ pk, sk }: Key) => byKey.get(`${pk} ${sk}`);
  return ids.map((id) => {
    const row = found(usageRevenueKey(id)) ?? found(formerRevenueKey(id));
    return row && revenueOf(row);
  });
}
