/** Makes the rows of imports those of an organization that was moved from another stage, without rows of earnings. */
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { readRevenueKey } from '../../shared/usage/keys.ts';
import { addRevenue, deleteRevenue } from '../../shared/usage/revenue/change-revenue.ts';
import { allRows } from '../support/invariants.ts';

export async function forgetEarnings(): Promise<void> {
  const rows = (await allRows()) as (Item & Key)[];
  const of = (prefix: string) => rows.filter(({ pk }) => pk.startsWith(prefix));
  const table = new Table();
  await table.deleteMany([...of('usage-earnings#'), ...of('royalty-months#')]);
  for (const { sizes: _, ...row } of of('usage-revenue#').filter((each) => readRevenueKey(each))) {
    const run = String(row['run']);
    await deleteRevenue(table, row, [run]);
    await addRevenue(table, { ...row, run });
  }
}
