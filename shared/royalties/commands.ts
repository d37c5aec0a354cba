/** Operators' commands about royalties, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { flag, id, pageAfter, paging, recordId, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { text } from '../kit/declare/attribute.ts';
import { readCurrency } from '../kit/values/currency.ts';
import { parseAmount } from '../kit/values/money.ts';
import { royaltyPayments } from './api/royalties.ts';
import { isPeriod } from './rules/royalties.ts';

/** In units of 10^-12. */
const amount = v.pipe(
  v.string('must be a decimal number'),
  v.transform(parseAmount),
  v.bigint('must be a decimal number of up to 12 places'),
  v.minValue(1n, 'must be greater than 0'),
);

const NO_CURRENCY = 'must be a currency code of ISO 4217, such as EUR';
const currency = v.pipe(v.string(NO_CURRENCY), v.transform(readCurrency), v.string(NO_CURRENCY));

export const payRoyalties = declareCommand({
  name: 'pay-royalties',
  help:
    'Records a payment of royalties to a user, dated today. If the reference belongs to an earlier payment to the user, ' +
    'nothing is paid: an identical payment is shown as already recorded, and a different or voided one is an error. A ' +
    'payment above the balance in its currency is rejected unless --allow-overpayment is given.',
  arguments: {
    'user-id': recordId('users', 'the user'),
    period: value(
      v.pipe(v.string('must be a month, YYYY-MM'), v.check(isPeriod, 'must be a month, YYYY-MM')),
      { placeholder: 'YYYY-MM', help: 'the month that is paid for, at most the next one' },
    ),
    amount: value(amount, { placeholder: 'DECIMAL', help: 'greater than 0, with up to 12 decimal places' }),
    currency: value(currency, { placeholder: 'CODE', help: 'the currency, a code of ISO 4217' }),
    reference: value(royaltyPayments.attributes.reference.schema, {
      placeholder: 'TEXT',
      help: "unique among the user's payments",
    }),
    'allow-overpayment': flag('allows a payment above the balance, which becomes negative'),
    check: flag('only shows what would be recorded, or why it would be rejected'),
  },
  isRecorded: ({ check }) => check !== true,
  positional: ['user-id'],
  examples: [
    'pay-royalties 114876805523268 --period 2026-10 --amount 1204.55 --currency EUR --reference PAY-2026-10-001',
    'pay-royalties 114876805523268 --period 2026-10 --amount 1204.55 --currency EUR --reference PAY-2026-10-001 --check',
  ],
});

export const voidPayment = declareCommand({
  name: 'void-payment',
  help:
    'Voids a payment of royalties. Its status becomes failed, a second payment of the negative amount follows with the ' +
    'same reference, and neither counts in the balance. The reason is shown to the user. Voiding a payment again ' +
    'changes nothing. Its reference cannot be used for another payment.',
  arguments: {
    reference: value(royaltyPayments.attributes.reference.schema, {
      placeholder: 'TEXT',
      help: 'the reference of the payment',
    }),
    user: recordId('users', 'the user who was paid'),
    reason: value(text(1, 1000), { placeholder: 'TEXT', help: 'reason, for the record and for the user' }),
  },
  positional: ['reference'],
  examples: ['void-payment PAY-2026-10-001 --user 114876805523268 --reason "Paid to the wrong account."'],
});

export const listBalances = declareCommand({
  name: 'list-balances',
  help:
    'Lists what users have earned and were paid, by currency. Without --organization, organization by organization, ' +
    'newest first.',
  isRecorded: false,
  arguments: {
    organization: value(v.optional(id), { placeholder: 'ID', help: 'only users of this organization' }),
    after: pageAfter(id),
  },
  examples: ['list-balances', 'list-balances --organization 114876805523200'],
});

export const listPayments = declareCommand({
  name: 'list-payments',
  help: 'Lists the payments to a user, newest first, with the balances of the user.',
  isRecorded: false,
  arguments: { 'user-id': recordId('users', 'the user'), ...paging },
  positional: ['user-id'],
  examples: ['list-payments 114876805523268'],
});
