/** What bookkeeping needs of an organization that was erased: sums by month and currency, under ids, for a time. */
import type { Item } from '../../../kit/table/item.ts';
import type { Key } from '../../../kit/table/keys.ts';
import type { Table } from '../../../kit/table/table.ts';
import { formatAmount } from '../../../kit/values/money.ts';
import { readRoyalties } from '../../../royalties/read-royalties.ts';
import type { Sum } from '../../../royalties/rules/royalties.ts';

/** @param user who earned it; empty for all of the organization. */
export const keptAccountsKey = (organization: string, user: string): Key => ({
  pk: `kept-accounts#${organization}`,
  sk: user,
});

interface KeptSum {
  readonly month: string;
  readonly currency: string;
  /** A decimal number. */
  readonly amount: string;
}

export interface KeptAccounts {
  readonly user: string;
  readonly earned: readonly KeptSum[];
  readonly paid: readonly KeptSum[];
}

/** Can be repeated until something of it is deleted. @param until when the sums are deleted. */
export async function keepAccounts(
  table: Table,
  { organization, users, until }: { organization: string; users: readonly string[]; until: Date },
): Promise<void> {
  for (const user of users) {
    const { earned, paid } = await readRoyalties(table, user);
    const expires = Math.floor(until.getTime() / 1000);
    const row = { earned: byMonth(earned), paid: byMonth(paid), expires };
    if (earned.length + paid.length > 0)
      await table.commit([{ put: { ...keptAccountsKey(organization, user), ...row } }]);
  }
}

function byMonth(sums: readonly Sum[]): [month: string, currency: string, amount: string][] {
  const amounts = new Map<string, bigint>();
  for (const { period, currency, amount } of sums) {
    const name = `${period} ${currency}`;
    amounts.set(name, (amounts.get(name) ?? 0n) + amount);
  }
  return [...amounts].toSorted().map(([name, amount]) => {
    const [month = '', currency = ''] = name.split(' ');
    return [month, currency, formatAmount(amount)];
  });
}

export async function keptAccountsOf(table: Table, organization: string): Promise<KeptAccounts[]> {
  const rows = await table.query({ partition: keptAccountsKey(organization, '').pk });
  return rows.map((row) => ({
    user: String(row['sk']),
    earned: sumsIn(row, 'earned'),
    paid: sumsIn(row, 'paid'),
  }));
}

const sumsIn = (row: Item, name: 'earned' | 'paid'): KeptSum[] =>
  // As `keepAccounts` wrote them.
  (row[name] as [string, string, string][]).map(([month, currency, amount]) => ({ month, currency, amount }));
