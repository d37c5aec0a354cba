/** Every rule of a payment, for its preview and for recording it. */
import type { ArgumentsOf } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import type { Fields } from '../../kit/declare/fields.ts';
import { newRecord } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { problem } from '../../kit/values/problems.ts';
import { royaltyPayments as resource } from '../api/royalties.ts';
import type { payRoyalties } from '../commands.ts';
import { findPayment, type Payment } from '../find-payment.ts';
import { type PaidTotal, readPaidTotal } from '../paid-total.ts';
import { readEarned } from '../read-royalties.ts';
import { lastPaidPeriod } from '../rules/payment-period.ts';
import { total } from '../rules/royalties.ts';

type Given = ArgumentsOf<typeof payRoyalties>;

type PaymentDecision =
  | { readonly is: 'earlier'; readonly payment: Payment }
  | {
      readonly is: 'new';
      readonly payment: Payment;
      readonly total: PaidTotal;
      /** Before the payment, in units of 10^-12. */
      readonly balance: bigint;
    };

/**
 * @returns the new payment, or the earlier identical one.
 * @throws value_taken, invalid_value, payment_above_balance
 */
export async function decidePayment(given: Given, operation: Operation): Promise<PaymentDecision> {
  const { 'user-id': ownerId, reference, currency, amount, period } = given;
  const payment = newRecord(operation, resource, { ownerId, fields: paymentFields(given, operation) });
  const earlier = await findPayment(operation, { ownerId, reference });
  if (earlier) return { is: 'earlier', payment: samePayment(earlier, payment) };
  const last = lastPaidPeriod(operation.now);
  if (period > last) throw problem('invalid_value', `--period must be at most the next month, ${last}.`);
  const paid = await readPaidTotal(operation.table, { ownerId, currency });
  const balance = await balanceOf(operation.table, paid);
  if (!given['allow-overpayment'] && amount > balance) throw aboveBalance(balance, currency);
  return { is: 'new', payment, total: paid, balance };
}

async function balanceOf(table: Table, { ownerId, currency, paid }: PaidTotal): Promise<bigint> {
  const earned = (await readEarned(table, ownerId)).filter((sum) => sum.currency === currency);
  return total(earned) - paid;
}

function aboveBalance(balance: bigint, currency: string) {
  const shown = `${formatAmount(balance)} ${currency}`;
  const detail = `--amount: the balance is ${shown}. To pay more, add --allow-overpayment.`;
  return problem('payment_above_balance', detail);
}

function paymentFields(
  { period, amount, currency, reference }: Given,
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
