import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { giveRevenue, giveUnpaid, pay } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 365 * 86_400 });
let ada: Person;
let grace: Person;
let payments: string[];

const at = (moment: string) => vi.setSystemTime(new Date(moment));

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  [ada, grace] = [await newAdmin(), await newAdmin()];
  await giveRevenue(ada, [
    { month: '2026-08', amount: '123456789012345678901234567890.000000000001' },
    { month: '2026-08', amount: '0.1', importId: 'second' },
    { month: '2026-09', amount: '0.2' },
    { month: '2026-10', amount: '-5' },
    { month: '2026-09', amount: '7.5', currency: 'USD' },
  ]);
  payments = [await pay(ada, { period: '2026-09', amount: '1.10', reference: 'A' })];
  at('2026-11-20T12:00:01Z');
  payments.push(await pay(ada, { period: '2026-07', amount: '20', currency: 'usd', reference: 'B' }));
  at('2026-11-21T00:00:01Z');
  payments.push(await pay(ada, { period: '2026-08', amount: '0.05', reference: 'C' }));
  await pay(grace, { period: '2026-10', amount: '3', reference: 'A' });
});
afterAll(() => void vi.useRealTimers());

const get = async (path: string, { status = 200, person = ada } = {}) =>
  (await call(royalties, status, { path, token: person.token })).body;
const summary = (query = '') => get(`/royalties/summary?${query}`);
const listed = async (query = '') => {
  const { data } = await get(`/royalties/payments?${query}`);
  return data.map(({ attributes }: { attributes: { reference: string } }) => attributes.reference);
};

const months = [
  { period: '2026-08', earned: '123456789012345678901234567890.100000000001', paid: '0.05' },
  { period: '2026-09', earned: '0.2', paid: '1.1' },
  { period: '2026-10', earned: '-5', paid: '0' },
];

describe('the summary of royalties', () => {
  it('is an object in one currency with exact amounts', async () => {
    const { data, links } = await summary();
    expect(data).toEqual({
      type: 'royalty-summaries',
      id: ada.userId,
      attributes: {
        currency: 'EUR',
        currencies: ['EUR', 'USD'],
        'current-balance': '123456789012345678901234567884.150000000001',
        'total-earned': '123456789012345678901234567885.300000000001',
        'total-paid': '1.15',
        history: months,
      },
      links: { self: `http://localhost:3000/api/v1/royalty-summaries/${ada.userId}` },
    });
    expect(links.self).toBe('http://localhost:3000/api/v1/royalties/summary');
    expect((await get(`/royalty-summaries/${ada.userId}`)).data).toEqual(data);
  });

  test.each(['USD', 'usd', ' Usd'])('is in the requested currency: %j', async (currency) => {
    const { data } = await summary(`filter[currency]=${encodeURIComponent(currency)}`);
    expect(data.attributes).toEqual({
      currency: 'USD',
      currencies: ['EUR', 'USD'],
      'current-balance': '-12.5',
      'total-earned': '7.5',
      'total-paid': '20',
      history: [
        { period: '2026-07', earned: '0', paid: '20' },
        { period: '2026-09', earned: '7.5', paid: '0' },
      ],
    });
  });

  it('is empty in a currency that the owner lacks', async () => {
    const { data } = await summary('filter[currency]=GBP');
    expect(data.attributes).toEqual({
      currency: 'GBP',
      currencies: ['EUR', 'USD'],
      'current-balance': '0',
      'total-earned': '0',
      'total-paid': '0',
      history: [],
    });
  });

  test.each([
    ['from', 'filter[period-from]=2026-09', months.slice(1)],
    ['to', 'filter[period-to]=2026-09', months.slice(0, 2)],
    ['one month', 'filter[period-from]=2026-09&filter[period-to]=2026-09', months.slice(1, 2)],
    ['months without anything', 'filter[period-from]=2027-01', []],
  ])('has a history filtered by period (%s) and unfiltered totals', async (_, query, history) => {
    const { attributes } = (await summary()).data;
    expect((await summary(query)).data.attributes).toEqual({ ...attributes, history });
  });

  it('has no currency before the first earnings, and can become negative', async () => {
    const { data } = await get('/royalties/summary', { person: grace });
    expect(data.attributes).toEqual({
      currency: null,
      currencies: ['EUR'],
      'current-balance': '0',
      'total-earned': '0',
      'total-paid': '0',
      history: [],
    });
    const paid = await get('/royalties/summary?filter[currency]=EUR', { person: grace });
    expect(paid.data.attributes).toMatchObject({ 'current-balance': '-3', 'total-paid': '3' });
  });

  it('counts completed payments per currency', async () => {
    const person = await newAdmin();
    await giveRevenue(person, [
      { month: '2026-10', amount: '2', currency: 'GBP' },
      { month: '2026-11', amount: '1', currency: 'USD' },
    ]);
    for (const status of ['pending', 'failed'] as const) await giveUnpaid(person, status);
    const { data } = await get('/royalties/summary?filter[currency]=GBP', { person });
    expect(data.attributes).toMatchObject({
      currencies: ['GBP', 'USD'],
      'current-balance': '2',
      'total-earned': '2',
      'total-paid': '0',
      history: [{ period: '2026-10', earned: '2', paid: '0' }],
    });
    expect((await get('/royalties/payments', { person })).data).toHaveLength(2);
  });

  it('returns 403 for another user and 404 for an unknown one', async () => {
    await get(`/royalty-summaries/${ada.userId}`, { person: grace, status: 403 });
    await get('/royalty-summaries/17', { status: 404 });
  });
});

describe('payments of royalties', () => {
  it('are listed oldest first with all attributes', async () => {
    const { data, meta, links } = await get('/royalties/payments?page[size]=1');
    expect(data).toEqual([
      {
        type: 'royalty-payments',
        id: payments[0],
        attributes: {
          period: '2026-09',
          date: '2026-11-20',
          amount: '1.1',
          currency: 'EUR',
          status: 'paid',
          reference: 'A',
        },
        meta: { reason: null },
        links: { self: `http://localhost:3000/api/v1/royalty-payments/${payments[0]}` },
      },
    ]);
    expect(meta).toEqual({ page: { currentPage: 1, from: 1, lastPage: 3, perPage: 1, to: 1, total: 3 } });
    expect(links.next).toContain('/api/v1/royalties/payments?');
    expect(await listed('page[size]=2&page[number]=2')).toEqual(['C']);
    expect(await listed('page[number]=2')).toEqual([]);
    expect((await get(`/royalty-payments/${payments[0]}`)).data).toEqual(data[0]);
  });

  test.each([
    ['', ['A', 'B', 'C']],
    ['filter[period-from]=2026-08', ['A', 'C']],
    ['filter[period-to]=2026-08', ['B', 'C']],
    ['filter[period-from]=2026-08&filter[period-to]=2026-08', ['C']],
    ['filter[period-from]=2026-10', []],
  ])('can be filtered by period: ?%s', async (query, references) => {
    expect(await listed(query)).toEqual(references);
  });

  it('are forbidden for another user', async () => {
    await get(`/royalty-payments/${payments[0]}`, { person: grace, status: 403 });
  });
});

describe.each(['/royalties/summary', '/royalties/payments'])('%s', (path) => {
  const from = 'filter[period-from]';
  const to = 'filter[period-to]';

  test.each([
    [`${from}=2026-13`, 422, [from]],
    [`${from}=2026-1&${to}=soon`, 422, [from, to]],
    [`${to}=2026-01-01`, 422, [to]],
    [`${to}=`, 422, [to]],
    [`${from}=2026-02&${to}=2026-01`, 422, [from]],
    [`${from}=2026-13&filter[amount]=1`, 400, ['filter[amount]']],
    ['sort=period', 400, ['sort']],
    ['include=user', 400, ['include']],
    [`${from}=2026-01&${from}=2026-02`, 400, [from]],
  ])('rejects %s with %i', async (query, status, parameters) => {
    const { errors } = await get(`${path}?${query}`, { status });
    expect(errors.map(({ source }: { source: { parameter: string } }) => source.parameter)).toEqual(
      parameters,
    );
  });
});

test.each([
  ['/royalties/summary?page[size]=1', 'page[size]'],
  ['/royalties/summary?filter[currency]=', 'filter[currency]'],
  ['/royalties/summary?filter[currency]=EURO', 'filter[currency]'],
  ['/royalties/summary?filter[currency]=XQX', 'filter[currency]'],
  ['/royalties/payments?page[size]=101', 'page[size]'],
])('%s is rejected with 400', async (path, parameter) => {
  expect(await get(path, { status: 400 })).toMatchObject({ errors: [{ source: { parameter } }] });
});
