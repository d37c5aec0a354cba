/** Voids a payment: it becomes failed, and a payment of the negative amount follows. */
import type { Run } from '../../kit/commands/listed.ts';
import type { Deciding } from '../../kit/records/deciding.ts';
import { changeRecord, type Decision, findRecord, newRecord, type Store } from '../../kit/records/store.ts';
import { formatAmount, storedAmount } from '../../kit/values/money.ts';
import { problem } from '../../kit/values/problems.ts';
import { royaltyPayments as resource } from '../api/royalties.ts';
import type { voidPayment } from '../commands.ts';
import { findPayment, type Payment } from '../find-payment.ts';
import { paidTotalWrite, readPaidTotal } from '../paid-total.ts';
import { shownPayment } from './shown-payment.ts';

export const run = (async (given, operation) => {
  const { user: ownerId, reference, reason } = given;
  const payment = await findPayment(operation, { ownerId, reference });
  if (!payment) throw problem('unknown_record', `There is no payment ${reference} to the user ${ownerId}.`);
  const { id, fields } = await changeRecord(operation, { resource, id: payment.id }, (current, store) =>
    current.fields.status === 'paid' ? voidPaid(current, reason, store) : undefined,
  );
  const { status, 'voided-by': voidedBy } = fields;
  const negative = voidedBy === null ? undefined : await findRecord(operation, resource, voidedBy);
  if (negative) return { ...shownPayment(negative), voids: id };
  const detail = `The payment ${reference} has the status ${status}, so it cannot be voided.`;
  throw problem('unknown_record', detail);
}) satisfies Run<typeof voidPayment>;

/** Neither payment counts, so the sum over all payments equals the sum over those that are paid. */
async function voidPaid(
  payment: Payment,
  reason: string,
  store: Store & Deciding,
): Promise<Decision<typeof resource>> {
  const { ownerId, fields } = payment;
  const at = store.now.toISOString();
  const amount = storedAmount(fields.amount);
  const opposite = { ...fields, amount: formatAmount(-amount), status: 'failed', reason } as const;
  const after = newRecord(store, resource, {
    ownerId,
    fields: { ...opposite, date: at.slice(0, 10), 'paid-at': at },
  });
  const total = await readPaidTotal(store.table, { ownerId, currency: fields.currency });
  return {
    fields: { status: 'failed', reason, 'voided-by': after.id },
    also: [{ resource, after }],
    writes: [paidTotalWrite(total, -amount)],
  };
}
