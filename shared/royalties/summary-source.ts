/** The summary of a user, as a record with the id of the user. */
import { users } from '../accounts/api/users.ts';
import type { Stored } from '../kit/declare/fields.ts';
import type { RecordSource } from '../kit/declare/record-source.ts';
import { findRecords } from '../kit/records/store.ts';
import type { Table } from '../kit/table/table.ts';
import { formatAmount } from '../kit/values/money.ts';
import { royaltySummaries } from './api/royalties.ts';
import { readRoyalties } from './read-royalties.ts';
import { type SummaryQuery, summarize } from './rules/royalties.ts';

/** Summaries that are not requested with a query have the whole history. */
export const summarySource: RecordSource = {
  async find(ids, { table }) {
    const existing = await findRecords({ table }, users, ids);
    return Promise.all(existing.map(({ id }) => readSummary(table, id)));
  },

  owned: async (ownerId, { table }) => [await readSummary(table, ownerId)],

  /** Summaries have no links. */
  linking: async () => [],
};

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
