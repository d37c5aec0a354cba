/**
 * The total paid to an owner in a currency, as last written. The decision on a payment reads it, so that a payment is saved only if
 * the total has not changed, and concurrent payments are not checked against the same balance.
 */
import type { Table } from '../kit/table/table.ts';
import type { Write } from '../kit/table/write.ts';
import { formatAmount, storedAmount } from '../kit/values/money.ts';
import { paidTotalKey } from './keys.ts';
import { readPaid } from './read-royalties.ts';
import { total } from './rules/royalties.ts';

export interface PaidTotal {
  readonly ownerId: string;
  readonly currency: string;
  /** In units of 10^-12. */
  readonly paid: bigint;
}

export async function readPaidTotal(
  table: Table,
  { ownerId, currency }: Pick<PaidTotal, 'ownerId' | 'currency'>,
): Promise<PaidTotal> {
  const row = await table.get(paidTotalKey(ownerId, currency));
  if (row) return { ownerId, currency, paid: storedAmount(row['paid']) };
  // Payments that were moved from another stage have no row.
  const sums = (await readPaid(table, ownerId)).filter((sum) => sum.currency === currency);
  return { ownerId, currency, paid: total(sums) };
}

/** @param amount negative for a voided payment. */
export const paidTotalWrite = ({ ownerId, currency, paid }: PaidTotal, amount: bigint): Write => ({
  put: { ...paidTotalKey(ownerId, currency), paid: formatAmount(paid + amount) },
});
