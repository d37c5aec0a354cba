/** A summary as a record with the id of the user. */
import type { Stored } from '../kit/declare/fields.ts';
import { formatAmount } from '../kit/values/money.ts';
import { royaltySummaries } from './api/royalties.ts';
import type { RoyaltySummary } from './rules/royalties.ts';

export function summaryRecord(
  userId: string,
  { currency, currencies, balance, earned, paid, history }: RoyaltySummary,
): Stored<typeof royaltySummaries> {
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
