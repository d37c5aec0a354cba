/**
 * The total paid to an owner in a currency, as last written. A payment is saved only if the total has not
 * changed, so concurrent payments are not checked against the same balance.
 */
import { equal, rowMissing } from '../kit/table/expressions.ts';
import type { Table } from '../kit/table/table.ts';
import type { Write } from '../kit/table/write.ts';
import { formatAmount, parseAmount } from '../kit/values/money.ts';
import { paidTotalKey } from './keys.ts';
import { readPaid } from './read-royalties.ts';

export interface PaidTotal {
  readonly ownerId: string;
  readonly currency: string;
  /** In units of 10^-12. */
  readonly paid: bigint;
  /** Whether the total has a row. Owners paid before rows existed have none until their next payment. */
  readonly isStored: boolean;
}

export async function readPaidTotal(
  table: Table,
  { ownerId, currency }: Pick<PaidTotal, 'ownerId' | 'currency'>,
): Promise<PaidTotal> {
  const row = await table.get(paidTotalKey(ownerId, currency));
  const paid = row ? storedAmount(row['paid']) : sumOf(await readPaid(table, ownerId), currency);
  return { ownerId, currency, paid, isStored: row !== undefined };
}

function storedAmount(text: unknown): bigint {
  const amount = parseAmount(String(text));
  if (amount === null) throw new Error('A total of payments has no valid amount.');
  return amount;
}

const sumOf = (sums: Awaited<ReturnType<typeof readPaid>>, currency: string): bigint =>
  sums.reduce((all, sum) => (sum.currency === currency ? all + sum.amount : all), 0n);

/** @param amount negative for a voided payment. @returns a write that fails if the total has changed. */
export const paidTotalWrite = ({ ownerId, currency, paid, isStored }: PaidTotal, amount: bigint): Write => ({
  put: { ...paidTotalKey(ownerId, currency), paid: formatAmount(paid + amount) },
  condition: isStored ? equal('paid', formatAmount(paid)) : rowMissing,
});
