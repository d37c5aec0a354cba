import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { paidTotalKey } from '../../../shared/royalties/keys.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { giveRevenue, giveUnpaid, pay, payRoyalties, voidPayment } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 365 * 86_400 });
let ada: Person;

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') }));
beforeEach(async () => {
  vi.setSystemTime(new Date('2026-11-20T12:00:00Z'));
  ada = await newAdmin();
  await giveRevenue(ada, [{ month: '2026-10', amount: '20' }]);
});
afterAll(() => void vi.useRealTimers());

const first = { period: '2026-10', amount: '12.5', reference: 'PAY-1', allowOverpayment: false };
const wrong = { reference: 'PAY-1', reason: 'Paid to the wrong account.' };
const get = async (path: string) => (await call(royalties, 200, { path, token: ada.token })).body.data;
const listed = () => get('/royalties/payments');
const summary = async () => (await get('/royalties/summary')).attributes;
const balance = async () => (await summary())['current-balance'];
const rejection = (code: string, detail: string) => ({ problems: [{ code, detail }] });

describe('void-payment', () => {
  it('marks a payment as failed, adds its negative amount and restores the balance', async () => {
    const id = await pay(ada, first);
    await pay(ada, { period: '2026-09', amount: '1', reference: 'PAY-2' });
    expect(await balance()).toBe('6.5');
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'));
    const about = { period: '2026-10', currency: 'EUR', reference: 'PAY-1', status: 'failed' };
    const negative = { ...about, date: '2026-11-21', amount: '-12.5' };
    expect(await voidPayment(ada.userId, wrong)).toEqual({
      result: {
        ...negative,
        id: expect.any(String),
        'user-id': ada.userId,
        reason: wrong.reason,
        voids: id,
      },
    });
    const meta = { reason: wrong.reason };
    expect(await listed()).toMatchObject([
      { id, attributes: { ...about, date: '2026-11-20', amount: '12.5' }, meta },
      { attributes: { reference: 'PAY-2', status: 'paid' }, meta: { reason: null } },
      { attributes: negative, meta },
    ]);
    expect(await get(`/royalty-payments/${id}`)).toMatchObject({ attributes: { status: 'failed' }, meta });
    expect(await summary()).toMatchObject({
      'current-balance': '19',
      'total-paid': '1',
      history: [
        { period: '2026-09', earned: '0', paid: '1' },
        { period: '2026-10', earned: '20', paid: '0' },
      ],
    });
  });

  it('voids a payment once, even if repeated or concurrent', async () => {
    await pay(ada, first);
    const outcomes = await Promise.all(
      [wrong, wrong, { ...wrong, reference: 'pay-1' }].map((each) => voidPayment(ada.userId, each)),
    );
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'));
    outcomes.push(await voidPayment(ada.userId, { ...wrong, reason: 'Another reason.' }));
    expect(new Set(outcomes.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(outcomes[0]).toHaveProperty('result.reason', wrong.reason);
    expect(await listed()).toHaveLength(2);
    expect(await balance()).toBe('20');
  });

  it('allows the amount to be paid again under another reference', async () => {
    await pay(ada, { ...first, amount: '20' });
    await voidPayment(ada.userId, wrong);
    expect(await payRoyalties(ada.userId, { ...first, amount: '20' })).toEqual(
      rejection(
        'value_taken',
        '--reference: the payment with this reference was voided. Use another reference.',
      ),
    );
    const again = { ...first, reference: 'PAY-2', allowOverpayment: false };
    expect(await payRoyalties(ada.userId, { ...again, amount: '20.1' })).toHaveProperty('problems');
    expect(await payRoyalties(ada.userId, { ...again, amount: '20' })).toHaveProperty('result');
    expect(await balance()).toBe('0');
  });

  it('leaves nothing paid if the same payment is made concurrently', async () => {
    await pay(ada, first);
    await Promise.all([
      voidPayment(ada.userId, wrong),
      payRoyalties(ada.userId, first),
      payRoyalties(ada.userId, first),
    ]);
    expect((await listed()).map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { amount: '12.5', status: 'failed' },
      { amount: '-12.5', status: 'failed' },
    ]);
    expect(await balance()).toBe('20');
  });

  it('voids a payment moved from another stage, even without its total', async () => {
    await pay(ada, first);
    await new Table().commit([{ delete: paidTotalKey(ada.userId, 'EUR') }]);
    await voidPayment(ada.userId, wrong);
    expect(await payRoyalties(ada.userId, { ...first, amount: '20', reference: 'PAY-2' })).toHaveProperty(
      'result',
    );
    expect(await payRoyalties(ada.userId, { ...first, reference: 'PAY-3' })).toHaveProperty('problems');
  });

  it('rejects a payment that is unknown, unpaid or of another user', async () => {
    const grace = await newAdmin();
    await pay(ada, first);
    expect(await voidPayment(grace.userId, wrong)).toEqual(
      rejection('unknown_record', `There is no payment PAY-1 to the user ${grace.userId}.`),
    );
    expect(await voidPayment(ada.userId, { ...wrong, reference: 'PAY-9' })).toEqual(
      rejection('unknown_record', `There is no payment PAY-9 to the user ${ada.userId}.`),
    );
    await giveUnpaid(ada, 'pending');
    expect(await voidPayment(ada.userId, { ...wrong, reference: 'pending' })).toEqual(
      rejection('unknown_record', 'The payment pending has the status pending, so it cannot be voided.'),
    );
    expect(await voidPayment(ada.userId, { ...wrong, reason: ' ' })).toEqual(
      rejection('invalid_value', '--reason must not be empty.'),
    );
    expect(await listed()).toMatchObject([
      { attributes: { status: 'paid' } },
      { attributes: { status: 'pending' } },
    ]);
  });
});
