import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { paidTotalKey } from '../../../shared/royalties/keys.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { giveRevenue, payRoyalties } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 365 * 86_400 });
let ada: Person;

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:59:59Z') }));
beforeEach(async () => {
  ada = await newAdmin();
});
afterAll(() => void vi.useRealTimers());

const first = { period: '2026-10', amount: '12.50', currency: 'eur', reference: 'PAY-1' };
const paid = async () => {
  const { body } = await call(royalties, 200, { path: '/royalties/payments', token: ada.token });
  return body.data;
};
interface Recorded {
  readonly id?: string;
  readonly 'already-recorded'?: boolean;
  readonly summary?: string;
}
const rejection = (detail: string | RegExp, code = 'invalid_value') => ({
  problems: [{ code, detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) }],
});

describe('pay-royalties', () => {
  it('creates a payment that is paid and dated today', async () => {
    const outcome = await payRoyalties(ada.userId, first);
    const shown = {
      period: '2026-10',
      date: '2026-11-20',
      amount: '12.5',
      currency: 'EUR',
      status: 'paid',
      reference: 'PAY-1',
    };
    expect(outcome).toEqual({
      result: {
        ...{ id: expect.any(String), 'user-id': ada.userId, ...shown },
        'already-recorded': false,
        summary: 'The payment was recorded.',
      },
    });
    expect(await paid()).toMatchObject([{ attributes: shown }]);
  });

  it('pays a reference once, even on another day, in another spelling or concurrently', async () => {
    const again = [
      first,
      { ...first, amount: '+012.5000', currency: ' EUR' },
      { ...first, reference: 'pay-1' },
    ];
    const outcomes = await Promise.all(again.map((each) => payRoyalties(ada.userId, each)));
    vi.setSystemTime(new Date('2026-11-22T00:00:00Z'));
    outcomes.push(await payRoyalties(ada.userId, first));
    const results = outcomes.map((each) => ('result' in each ? each.result : {}) as Recorded);
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(results.map((each) => each['already-recorded']).toSorted()).toEqual([false, true, true, true]);
    expect(results.at(-1)?.summary).toBe(
      'The payment was already recorded on 2026-11-20. Nothing was paid again.',
    );
    expect(await paid()).toHaveLength(1);
  });

  test.each([
    ['amount', { amount: '12.500000000001' }],
    ['currency', { currency: 'USD' }],
    ['period', { period: '2026-09' }],
  ])('rejects a known reference with another %s', async (_, other) => {
    await payRoyalties(ada.userId, first);
    expect(await payRoyalties(ada.userId, { ...first, ...other })).toEqual(
      rejection(
        /^--reference: another payment to the user \(12\.5 EUR for 2026-10\) has this reference\.$/,
        'value_taken',
      ),
    );
    expect(await paid()).toMatchObject([{ attributes: { amount: '12.5', period: '2026-10' } }]);
  });

  it('accepts a reference for several users and several references for a user', async () => {
    await payRoyalties(ada.userId, first);
    const grace = await newAdmin();
    expect(await payRoyalties(grace.userId, { ...first, amount: '1' })).toHaveProperty('result');
    expect(await payRoyalties(ada.userId, { ...first, reference: 'PAY-2' })).toHaveProperty('result');
    expect(await paid()).toHaveLength(2);
  });

  it('keeps amounts of any size exact', async () => {
    const amount = `${'9'.repeat(300)}.000000000001`;
    expect(await payRoyalties(ada.userId, { ...first, amount })).toMatchObject({ result: { amount } });
    const { body } = await call(royalties, 200, {
      path: '/royalties/summary?filter[currency]=EUR',
      token: ada.token,
    });
    expect(body.data.attributes).toMatchObject({ 'current-balance': `-${amount}`, 'total-paid': amount });
  });

  test.each([
    [{ amount: '0' }, '--amount must be greater than 0.'],
    [{ amount: '-0.000000000001' }, '--amount must be greater than 0.'],
    [{ amount: '0.0000000000001' }, '--amount must be a decimal number of up to 12 places.'],
    [{ amount: '1e3' }, '--amount must be a decimal number of up to 12 places.'],
    [{ amount: '' }, '--amount must be a decimal number of up to 12 places.'],
    [{ amount: '-5' }, '--amount must be greater than 0.'],
    [{ amount: '1,50' }, '--amount must be a decimal number of up to 12 places.'],
    [{ period: '2026-13' }, '--period must be a month, YYYY-MM.'],
    [{ period: '2027-01' }, '--period must be at most the next month, 2026-12.'],
    [{ period: '2099-12' }, '--period must be at most the next month, 2026-12.'],
    [{ currency: '' }, '--currency must be a currency code of ISO 4217, such as EUR.'],
    [{ currency: 'EURO' }, '--currency must be a currency code of ISO 4217, such as EUR.'],
    [{ currency: 'XQX' }, '--currency must be a currency code of ISO 4217, such as EUR.'],
    [{ reference: ' ' }, '--reference must not be empty.'],
  ])('rejects %j, as does its preview', async (other, detail) => {
    for (const check of [true, false])
      expect(await payRoyalties(ada.userId, { ...first, ...other, check })).toEqual(rejection(detail));
    expect(await paid()).toEqual([]);
  });

  it('can pay for the next month', async () => {
    expect(await payRoyalties(ada.userId, { ...first, period: '2026-12' })).toHaveProperty('result');
  });

  it('rejects an unknown user', async () => {
    expect(await payRoyalties('17', first)).toEqual(rejection('There is no user 17.', 'unknown_record'));
  });
});

describe('pay-royalties above the balance', () => {
  const allowOverpayment = false;
  const above = (balance: string) =>
    rejection(
      `--amount: the balance is ${balance} EUR. To pay more, add --allow-overpayment.`,
      'payment_above_balance',
    );

  it('is rejected without --allow-overpayment, while the exact balance can be paid', async () => {
    await giveRevenue(ada, [
      { month: '2026-09', amount: '10.000000000001' },
      { month: '2026-10', amount: '2' },
      { month: '2026-10', amount: '-1', importId: 'second' },
      { month: '2026-10', amount: '100', currency: 'USD' },
    ]);
    const pay = (amount: string) => payRoyalties(ada.userId, { amount, allowOverpayment });
    expect(await pay('11.000000000002')).toEqual(above('11.000000000001'));
    expect(await pay('1')).toHaveProperty('result');
    expect(await pay('11')).toEqual(above('10.000000000001'));
    expect(await pay('10.000000000001')).toHaveProperty('result');
    expect(await pay('0.000000000001')).toEqual(above('0'));
    expect(await paid()).toHaveLength(2);
    expect(await payRoyalties(ada.userId, { amount: '5', allowOverpayment: true })).toHaveProperty('result');
    expect(await pay('1')).toEqual(above('-5'));
  });

  it('returns the payment of a known reference at a zero balance', async () => {
    await giveRevenue(ada, [{ month: '2026-10', amount: '12.5' }]);
    const outcome = await payRoyalties(ada.userId, { ...first, allowOverpayment });
    expect(outcome).toMatchObject({ result: { 'already-recorded': false } });
    for (const check of [true, false])
      expect(await payRoyalties(ada.userId, { ...first, allowOverpayment, check })).toMatchObject({
        result: { reference: 'PAY-1', 'already-recorded': true },
      });
  });

  it('is rejected even if other payments are made concurrently', async () => {
    await giveRevenue(ada, [{ month: '2026-10', amount: '18' }]);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => payRoyalties(ada.userId, { amount: '1', allowOverpayment })),
    );
    expect(outcomes.filter((outcome) => 'result' in outcome)).toHaveLength(18);
    expect(outcomes.filter((outcome) => 'problems' in outcome)).toEqual([above('0'), above('0')]);
    expect(await paid()).toHaveLength(18);
  });

  it('counts payments moved from another stage, even without their total', async () => {
    await giveRevenue(ada, [{ month: '2026-10', amount: '3' }]);
    await payRoyalties(ada.userId, { amount: '2', allowOverpayment });
    await new Table().commit([{ delete: paidTotalKey(ada.userId, 'EUR') }]);
    expect(await payRoyalties(ada.userId, { amount: '2', allowOverpayment })).toEqual(above('1'));
    expect(await payRoyalties(ada.userId, { amount: '1', allowOverpayment })).toHaveProperty('result');
  });
});

describe('the preview of a payment', () => {
  const allowOverpayment = false;

  it('shows the balance before and after without recording anything', async () => {
    await giveRevenue(ada, [{ month: '2026-10', amount: '20' }]);
    const outcome = await payRoyalties(ada.userId, { ...first, allowOverpayment, check: true });
    expect(outcome).toEqual({
      result: {
        'user-id': ada.userId,
        period: '2026-10',
        date: expect.any(String),
        amount: '12.5',
        currency: 'EUR',
        status: 'paid',
        reference: 'PAY-1',
        'already-recorded': false,
        summary: 'Nothing was recorded. 20 EUR is owed now, and 7.5 EUR will be after the payment.',
        balance: '20',
        'balance-after': '7.5',
      },
    });
    expect(await paid()).toEqual([]);
  });

  it('is rejected like the payment, above the balance and for a known reference', async () => {
    await giveRevenue(ada, [{ month: '2026-10', amount: '12.5' }]);
    await payRoyalties(ada.userId, first);
    for (const [other, code] of [
      [{ reference: 'PAY-2' }, 'payment_above_balance'],
      [{ amount: '1' }, 'value_taken'],
    ] as const) {
      const [previewed, recorded] = [
        await payRoyalties(ada.userId, { ...first, ...other, allowOverpayment, check: true }),
        await payRoyalties(ada.userId, { ...first, ...other, allowOverpayment }),
      ];
      expect(previewed).toMatchObject({ problems: [{ code }] });
      expect(previewed).toEqual(recorded);
    }
  });
});
