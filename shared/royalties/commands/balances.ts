/** The balances of owners: what was earned less what was paid, in each currency. */
import type { Table } from '../../kit/table/table.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { readRoyalties } from '../read-royalties.ts';
import { summarize } from '../rules/royalties.ts';

export interface Balance {
  readonly currency: string;
  /** Decimal numbers. */
  readonly earned: string;
  readonly paid: string;
  readonly balance: string;
}

/** @returns one for each currency, in alphabetical order. */
export async function balancesOf(table: Table, ownerId: string): Promise<Balance[]> {
  const royalties = await readRoyalties(table, ownerId);
  return summarize(royalties, {}).currencies.map((currency) => {
    const { earned, paid, balance } = summarize(royalties, { currency });
    return {
      currency,
      earned: formatAmount(earned),
      paid: formatAmount(paid),
      balance: formatAmount(balance),
    };
  });
}
