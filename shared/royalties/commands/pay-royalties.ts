/** Records a payment to an owner, once per reference. */

import { users } from '../../accounts/api/users.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import type { Fields } from '../../kit/declare/fields.ts';
import { decided } from '../../kit/records/decided.ts';
import type { Deciding } from '../../kit/records/deciding.ts';
import { newRecord, save } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { problem } from '../../kit/values/problems.ts';
import { royaltyPayments as resource } from '../api/royalties.ts';
import type { payRoyalties } from '../commands.ts';
import { findPayment, type Payment } from '../find-payment.ts';
import { type PaidTotal, paidTotalWrite, readPaidTotal } from '../paid-total.ts';
import { readEarned } from '../read-royalties.ts';
import { total } from '../rules/royalties.ts';
import { shownPayment } from './shown-payment.ts';

export const run: Run<typeof payRoyalties> = async (given, operation) => {
  const userId = given['user-id'];
  await requireRecord(operation, users, userId);
  return shownPayment(await decided(operation, (deciding) => pay(given, deciding)));
};

/**
 * Concurrent payments to one user in one currency are made one after the other.
 * @returns the new or the earlier identical payment. @throws value_taken, payment_above_balance.
 */
async function pay(
  given: ArgumentsOf<typeof payRoyalties>,
  operation: Operation & Deciding,
): Promise<Payment | 'again'> {
  const { 'user-id': ownerId, reference, currency, amount } = given;
  const after = newRecord(operation, resource, { ownerId, fields: paymentFields(given, operation) });
  const earlier = await findPayment(operation, { ownerId, reference });
  if (earlier) return samePayment(earlier, after);
  const total = await readPaidTotal(operation.table, { ownerId, currency });
  if (!given['allow-overpayment']) await requireBalance(operation.table, total, amount);
  // Only one of two concurrent commands saves. The other finds its payment, or the reduced balance.
  const outcome = await save(operation, [{ resource, after }], [paidTotalWrite(total, amount)]);
  return outcome.is === 'saved' ? after : 'again';
}

/** @throws payment_above_balance */
async function requireBalance(table: Table, { ownerId, currency, paid }: PaidTotal, amount: bigint) {
  const earned = (await readEarned(table, ownerId)).filter((sum) => sum.currency === currency);
  const balance = total(earned) - paid;
  if (amount <= balance) return;
  const shown = `${formatAmount(balance)} ${currency}`;
  const detail = `--amount: the balance is ${shown}. To pay more, add --allow-overpayment.`;
  throw problem('payment_above_balance', detail);
}

function paymentFields(
  { period, amount, currency, reference }: ArgumentsOf<typeof payRoyalties>,
  { now }: Operation,
): Partial<Fields<typeof resource>> {
  const at = now.toISOString();
  const about = { period, currency, reference, amount: formatAmount(amount) };
  return { ...about, date: at.slice(0, 10), status: 'paid', 'paid-at': at };
}

/** Ignores the day, so that a command can be repeated later. @throws value_taken if anything else differs. */
function samePayment(earlier: Payment, repeated: Payment): Payment {
  const { amount, currency, period, status } = earlier.fields;
  const voided = '--reference: the payment with this reference was voided. Use another reference.';
  if (status === 'failed') throw problem('value_taken', voided);
  const isSame = (['period', 'amount', 'currency'] as const).every(
    (name) => earlier.fields[name] === repeated.fields[name],
  );
  if (isSame) return earlier;
  throw problem(
    'value_taken',
    `--reference: another payment to the user (${amount} ${currency} for ${period}) has this reference.`,
  );
}
