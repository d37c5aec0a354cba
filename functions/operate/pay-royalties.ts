/** pay-royalties: a payment to an owner, made once for each reference. */
import type { Fields, Stored } from '../../shared/api/define/fields.ts';
import { royaltyPayments as resource } from '../../shared/api/royalties.ts';
import { users } from '../../shared/api/users.ts';
import { formatAmount } from '../../shared/domain/money.ts';
import { problem } from '../../shared/domain/problems.ts';
import type { Given } from '../../shared/operator/index.ts';
import { findRecord, newRecord, retried, save } from '../../shared/records/store.ts';
import type { CommandHandler, Operation } from './operation.ts';

type Payment = Stored<typeof resource>;

export const payRoyalties: CommandHandler<'pay-royalties'> = async (given, operation) => {
  const userId = given['user-id'];
  if (!(await findRecord(operation, users, userId)))
    throw problem('unknown_record', `There is no user ${userId}.`);
  return shownPayment(await retried(() => pay(given, operation)));
};

/** @returns the payment, also one that was made before. @throws value_taken when that one differs. */
async function pay(given: Given<'pay-royalties'>, operation: Operation): Promise<Payment | 'again'> {
  const after = newRecord(operation, resource, {
    ownerId: given['user-id'],
    fields: paymentFields(given, operation),
  });
  // The reference is unique among the payments of the owner: of two commands at the same time, one saves.
  const outcome = await save(operation, [{ resource, after }]);
  if (outcome.is === 'saved') return after;
  const holder = outcome.is === 'taken' ? outcome.values[0]?.holder : undefined;
  const earlier = holder === undefined ? undefined : await findRecord(operation, resource, holder);
  if (!earlier) return 'again';
  if (isSamePayment(earlier, after)) return earlier;
  const { amount, currency, period } = earlier.fields;
  throw problem(
    'value_taken',
    `--reference: this is the reference of another payment to the user, ${amount} ${currency} for ${period}.`,
  );
}

function paymentFields(
  { period, amount, currency, reference }: Given<'pay-royalties'>,
  { now }: Operation,
): Fields<typeof resource> {
  const at = now.toISOString();
  const about = { period, currency, reference, amount: formatAmount(amount) };
  return { ...about, date: at.slice(0, 10), status: 'paid', 'paid-at': at };
}

/** The day does not matter: a command that is repeated later is the same. */
const isSamePayment = ({ fields: before }: Payment, { fields: after }: Payment): boolean =>
  (['period', 'amount', 'currency'] as const).every((name) => before[name] === after[name]);

const shownPayment = ({ id, ownerId, fields: { 'paid-at': _, ...shown } }: Payment) => ({
  id,
  'user-id': ownerId,
  ...shown,
});
