/** pay-royalties: a payment to an owner, made once for each reference. */

import { users } from '../../shared/accounts/api/users.ts';
import type { Fields } from '../../shared/kit/declare/fields.ts';
import { findRecord, newRecord, retried, save } from '../../shared/kit/records/store.ts';
import type { Table } from '../../shared/kit/table/table.ts';
import { formatAmount } from '../../shared/kit/values/money.ts';
import { problem } from '../../shared/kit/values/problems.ts';
import type { Given } from '../../shared/operator/index.ts';
import { royaltyPayments as resource } from '../../shared/royalties/api/royalties.ts';
import { findPayment, type Payment } from '../../shared/royalties/find-payment.ts';
import { type PaidTotal, paidTotalWrite, readPaidTotal } from '../../shared/royalties/paid-total.ts';
import { readEarned } from '../../shared/royalties/read-royalties.ts';
import type { CommandHandler, Operation } from './operation.ts';

export const payRoyalties: CommandHandler<'pay-royalties'> = async (given, operation) => {
  const userId = given['user-id'];
  if (!(await findRecord(operation, users, userId)))
    throw problem('unknown_record', `There is no user ${userId}.`);
  return shownPayment(await retried(() => pay(given, operation), TURNS));
};

/** Payments to one user in one currency take turns, however many are made at the same time. */
const TURNS = { attempts: 40, pauseMs: 50 };

/** @returns the payment, also one that was made before. @throws value_taken, payment_above_balance. */
async function pay(given: Given<'pay-royalties'>, operation: Operation): Promise<Payment | 'again'> {
  const { 'user-id': ownerId, reference, currency, amount } = given;
  const after = newRecord(operation, resource, { ownerId, fields: paymentFields(given, operation) });
  const earlier = await findPayment(operation, { ownerId, reference });
  if (earlier) return samePayment(earlier, after);
  const total = await readPaidTotal(operation.table, { ownerId, currency });
  if (!given['allow-overpayment']) await requireBalance(operation.table, total, amount);
  // Of two commands at the same time one saves: the other finds its payment, or the rest of the balance.
  const outcome = await save(operation, [{ resource, after }], [paidTotalWrite(total, amount)]);
  return outcome.is === 'saved' ? after : 'again';
}

/** @throws payment_above_balance */
async function requireBalance(table: Table, { ownerId, currency, paid }: PaidTotal, amount: bigint) {
  const earned = (await readEarned(table, ownerId)).filter((sum) => sum.currency === currency);
  const balance = earned.reduce((all, sum) => all + sum.amount, -paid);
  if (amount <= balance) return;
  throw problem(
    'payment_above_balance',
    `--amount: the balance is ${formatAmount(balance)} ${currency}. To pay more, add --allow-overpayment.`,
  );
}

function paymentFields(
  { period, amount, currency, reference }: Given<'pay-royalties'>,
  { now }: Operation,
): Partial<Fields<typeof resource>> {
  const at = now.toISOString();
  const about = { period, currency, reference, amount: formatAmount(amount) };
  return { ...about, date: at.slice(0, 10), status: 'paid', 'paid-at': at };
}

/** The day does not matter: a command that is repeated later is the same. @throws value_taken when something else differs. */
function samePayment(earlier: Payment, wanted: Payment): Payment {
  const { amount, currency, period, status } = earlier.fields;
  if (status === 'failed')
    throw problem(
      'value_taken',
      '--reference: the payment with this reference was voided. Use another reference.',
    );
  const isSame = (['period', 'amount', 'currency'] as const).every(
    (name) => earlier.fields[name] === wanted.fields[name],
  );
  if (isSame) return earlier;
  throw problem(
    'value_taken',
    `--reference: this is the reference of another payment to the user, ${amount} ${currency} for ${period}.`,
  );
}

/** What operators see of a payment. */
export const shownPayment = ({ id, ownerId, fields }: Payment) => {
  const { 'paid-at': _, reason, 'voided-by': voidedBy, ...shown } = fields;
  return {
    id,
    'user-id': ownerId,
    ...shown,
    ...(reason !== null && { reason }),
    ...(voidedBy !== null && { 'voided-by': voidedBy }),
  };
};
