/** States of the page of balances and payments. */
import type { PlayedConsole } from '../console.ts';
import { playedPayment } from '../operators.ts';
import { failing, never, type PlayedPages } from './page.ts';

const money = {
  'list-payments': () => ({
    user: '6',
    email: 'ada@blue.example',
    balances: [{ currency: 'EUR', earned: '12.50', paid: '5.00', balance: '7.50' }],
    items: [
      playedPayment(),
      playedPayment({ id: '31', reference: 'PAY-2', status: 'failed', reason: 'Wrong account.' }),
    ],
    after: '31',
  }),
  'pay-royalties': () => ({
    'user-id': '6',
    period: '2026-10',
    date: '2026-11-06',
    amount: '7.50',
    currency: 'EUR',
    status: 'paid' as const,
    reference: 'PAY-3',
    balance: '7.50',
    'balance-after': '0',
    'already-recorded': false,
    summary: 'Nothing is open then.',
  }),
  'void-payment': () => ({ ...playedPayment({ status: 'voided' as never }), voids: '30' }) as never,
};

async function fillPayment({ fill, click }: PlayedConsole): Promise<void> {
  const fields = ['2026-10', '7.50', 'EUR', 'PAY-3'];
  for (const [index, value] of fields.entries())
    await fill(`form.command label:nth-of-type(${index + 1}) input`, value);
  await click('Preview the payment');
}

export const moneyPages: PlayedPages = {
  balances: {
    fragment: '#/money',
    plays: {
      'list-balances': () => ({
        items: [
          {
            user: '6',
            email: 'ada@blue.example',
            organization: '5',
            'organization-name': 'Blue Room',
            currency: 'EUR',
            earned: '12.50',
            paid: '5.00',
            balance: '7.50',
          },
        ],
        after: '6',
      }),
    },
  },
  'no balances': { fragment: '#/money', plays: { 'list-balances': () => ({ items: [], after: null }) } },
  'balances that cannot be listed': { fragment: '#/money', plays: { 'list-balances': failing } },
  'balances while they are loaded': {
    fragment: '#/money',
    plays: { 'list-balances': never },
    until: 'Loading',
  },
  'a payment that is previewed': { fragment: '#/money/6', plays: money, act: fillPayment },
  'a payment that is rejected': {
    fragment: '#/money/6',
    plays: { ...money, 'pay-royalties': failing },
    act: fillPayment,
  },
  'a payment that is about to be voided': {
    fragment: '#/money/6',
    plays: money,
    act: ({ click }) => click('Void'),
  },
  'money of a user without earnings': {
    fragment: '#/money/6',
    plays: {
      'list-payments': () => ({ user: '6', email: 'ada@blue.example', balances: [], items: [], after: null }),
    },
  },
  'balances that cannot be read': {
    fragment: '#/money/6',
    plays: {
      'list-payments': () => ({
        user: '6',
        email: 'ada@blue.example',
        balances: null,
        items: [],
        after: null,
      }),
    },
  },
  'a payment that was recorded': {
    fragment: '#/money/6',
    plays: money,
    async act(console) {
      await fillPayment(console);
      await console.settled();
      await console.click('Yes, record');
    },
  },
  'a payment while it is recorded': {
    fragment: '#/money/6',
    plays: { ...money, 'pay-royalties': never },
    act: fillPayment,
    until: 'Preview the payment',
  },
  'money that cannot be read': { fragment: '#/money/6', plays: { 'list-payments': failing } },
};
