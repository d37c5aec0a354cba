/** Records a payment to an owner, once per reference, or shows what it would record. */
import { users } from '../../accounts/api/users.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { decided } from '../../kit/records/decided.ts';
import type { Deciding } from '../../kit/records/deciding.ts';
import { save } from '../../kit/records/store.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { royaltyPayments as resource } from '../api/royalties.ts';
import type { payRoyalties } from '../commands.ts';
import type { Payment } from '../find-payment.ts';
import { paidTotalWrite } from '../paid-total.ts';
import { decidePayment } from './decide-payment.ts';
import { shownPayment } from './shown-payment.ts';

type Given = ArgumentsOf<typeof payRoyalties>;

export const run = (async (given, operation) => {
  await requireRecord(operation, users, given['user-id']);
  return given.check ? preview(given, operation) : decided(operation, (deciding) => pay(given, deciding));
}) satisfies Run<typeof payRoyalties>;

/** Concurrent payments to one user in one currency are made one after the other. @throws as `decidePayment` does */
async function pay(given: Given, operation: Operation & Deciding) {
  const decision = await decidePayment(given, operation);
  const { payment } = decision;
  if (decision.is === 'earlier') return recordedBefore(payment);
  const { total } = decision;
  // Only one of two concurrent commands saves. The other finds its payment, or the reduced balance.
  const writes = [paidTotalWrite(total, given.amount)];
  const outcome = await save(operation, [{ resource, after: payment }], writes);
  if (outcome.is !== 'saved') return 'again' as const;
  return shownWith(payment, { isRecorded: false, summary: 'The payment was recorded.' });
}

async function preview(given: Given, operation: Operation) {
  const decision = await decidePayment(given, operation);
  const { payment } = decision;
  if (decision.is === 'earlier') return recordedBefore(payment);
  const { currency } = payment.fields;
  const [balance, left] = [decision.balance, decision.balance - given.amount].map(formatAmount);
  const summary = `Nothing was recorded. ${balance} ${currency} is owed now, and ${left} ${currency} will be after the payment.`;
  const { id: _, ...shown } = shownWith(payment, { isRecorded: false, summary });
  return { ...shown, balance, 'balance-after': left };
}

const recordedBefore = (payment: Payment) =>
  shownWith(payment, {
    isRecorded: true,
    summary: `The payment was already recorded on ${payment.fields.date}. Nothing was paid again.`,
  });

const shownWith = (
  payment: Payment,
  { isRecorded, summary }: { readonly isRecorded: boolean; readonly summary: string },
) => ({ ...shownPayment(payment), 'already-recorded': isRecorded, summary });
