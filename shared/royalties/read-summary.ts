/** Reads the summary of a user, as a record with the id of the user. */
import type { Stored } from '../kit/declare/fields.ts';
import type { Table } from '../kit/table/table.ts';
import { formatAmount } from '../kit/values/money.ts';
import { royaltySummaries } from './api/royalties.ts';
import { readRoyalties } from './read-royalties.ts';
import { type SummaryQuery, summarize } from './rules/royalties.ts';

export async function readSummary(
  table: Table,
  userId: string,
  query: SummaryQuery = {},
): Promise<Stored<typeof royaltySummaries>> {
  const { currency, currencies, balance, earned, paid, history } = summarize(
    await readRoyalties(table, userId),
    query,
  );
  const fields = {
    currency,
    currencies: [...currencies],
    'current-balance': formatAmount(balance),
    'total-earned': formatAmount(earned),
    'total-paid': formatAmount(paid),
    history: history.map((each) => ({
      period: each.period,
      earned: formatAmount(each.earned),
      paid: formatAmount(each.paid),
    })),
  };
  return { type: royaltySummaries.type, id: userId, ownerId: userId, version: 1, fields };
}
