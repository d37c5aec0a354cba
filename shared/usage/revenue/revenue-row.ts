/** The row with the revenue of an owner from one import, in one month and currency. */
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import { readRow } from '../../kit/table/unreadable-row.ts';
import { formatAmount, storedAmount } from '../../kit/values/money.ts';
import { required } from '../../kit/values/required.ts';
import type { EarningSizes } from '../earnings/earning-sums.ts';
import { type RevenueId, readRevenueKey, usageRevenueKey } from '../keys.ts';
import type { ImportRevenue } from './month-revenue.ts';

export type RevenueRow = Item & Key & { readonly run: string };

/** @param sizes of the rows with its earnings, if there are any. */
export const revenueRow = (
  id: RevenueId,
  { run, amount, sizes }: Pick<ImportRevenue, 'run' | 'amount'> & { readonly sizes?: EarningSizes },
): RevenueRow => ({
  ...usageRevenueKey(id),
  run,
  revenue: formatAmount(amount),
  ...(sizes && { sizes: { ...sizes } }),
});

/** @throws UnreadableRow */
export const revenueOf = (row: Item): ImportRevenue =>
  readRow(row, ({ pk, sk, run, revenue, sizes }) => {
    const id = readRevenueKey({ pk: String(pk), sk: String(sk) });
    const { month, currency, importId } = required(id, 'The row of a month is not the row of an import.');
    return {
      month,
      currency,
      importId,
      run: String(run),
      amount: storedAmount(revenue),
      sizes: sizes as EarningSizes | undefined,
    };
  });
