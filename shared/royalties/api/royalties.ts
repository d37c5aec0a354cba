/** Earnings of an owner and payments to them (specification 4.14). */
import * as v from 'valibot';
import { attr, calendarDay, oneOf, text, timestamp } from '../../kit/declare/attribute.ts';
import type { Filter } from '../../kit/declare/filter.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsPage, showsRecord } from '../../kit/declare/shown-response.ts';
import { readCurrency } from '../../kit/values/currency.ts';
import { isWithin } from '../rules/royalties.ts';

const never = { writable: 'never' } as const;

/** A decimal number of any size, which JSON numbers cannot hold. */
const amount = attr(v.string(), { ...never, initial: '0' });
const currency = v.string();
const period = v.string();

const months = { from: 'index', expects: 'a month, YYYY-MM', example: '2026-01' } as const;

/** Malformed periods are rejected in period-range.ts, together with contradictory ones. */
const periods = {
  'period-from': {
    ...months,
    finds: 'of this month and later ones',
    parse: (from) => (value) => isWithin(String(value), { from }),
  },
  'period-to': {
    ...months,
    finds: 'of this month and earlier ones',
    parse: (to) => (value) => isWithin(String(value), { to }),
  },
} as const satisfies Readonly<Record<string, Omit<Filter, 'field'>>>;

const rejections =
  'A period is a month, YYYY-MM. A malformed period, or a `filter[period-from]` after `filter[period-to]`, is a 422.';

export const royaltySummaries = defineResource({
  type: 'royalty-summaries',
  about: 'What an owner has earned and was paid, in one currency.',
  fields: {
    currency: 'The currency of the amounts.',
    currencies: 'All currencies in which there are earnings or payments.',
    'current-balance': 'The earnings minus the payments.',
    'total-earned': 'The sum of the earnings.',
    'total-paid': 'The sum of the payments.',
    history: 'Earnings and payments by month.',
  },
  group: 'royalties',
  owner: 'user',
  pageMeta: 'none',
  docs: [
    'GET /royalties/summary. The `id` is that of the user. Amounts are exact decimal numbers, written as strings.',
    'All amounts are in one currency. It is that of `filter[currency]` or, by default, that of the earliest revenue, and null if there is none. `currencies` lists all currencies of the owner. Currencies are ISO 4217 codes, such as EUR; another text in `filter[currency]` is a 400. For a currency without revenue and payments, all amounts are 0.',
    'The `history` lists the months of usage and the periods of payments, oldest first. `filter[period-from]` and `filter[period-to]` narrow only the history, not the balance or the totals.',
    'The balance becomes negative if refunds or payments exceed the earnings.',
    rejections,
  ],
  attributes: {
    currency: attr(v.nullable(currency), never),
    currencies: attr(v.array(currency), { ...never, initial: [] }),
    'current-balance': amount,
    'total-earned': amount,
    'total-paid': amount,
    history: attr(v.array(v.object({ period, earned: v.string(), paid: v.string() })), {
      ...never,
      initial: [],
    }),
  },
  relationships: {},
  operations: ['read'],
  actions: {
    summary: {
      method: 'GET',
      on: 'collection',
      path: '/royalties/summary',
      operationId: 'readRoyaltySummaryOfCaller',
      summary: "Read the caller's earnings and payments",
      parameters: 'list',
      response: showsRecord('royalty-summaries'),
      rejections: ['invalid_filter'],
    },
  },
  filters: {
    currency: {
      field: 'currency',
      from: 'index',
      parse: (wanted) => {
        const known = readCurrency(wanted);
        return known === null ? null : (value) => value === known;
      },
      finds: 'in this currency',
      expects: 'a currency code of ISO 4217',
      example: 'EUR',
    },
    'period-from': { field: 'history', ...periods['period-from'] },
    'period-to': { field: 'history', ...periods['period-to'] },
  },
});

export const royaltyPayments = defineResource({
  type: 'royalty-payments',
  about: 'A payment of earnings to an owner.',
  fields: {
    period: 'The month that it is for.',
    date: 'The day of the payment.',
    amount: 'The amount, a decimal number.',
    currency: 'The currency, a code of ISO 4217.',
    status: 'Whether it was paid.',
    reference: 'The reference of the transfer.',
  },
  group: 'royalties',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'GET /royalties/payments. Amounts are exact decimal numbers, written as strings.',
    'Operators record payments, which are `paid` immediately. A `reference` is unique among the payments of an owner.',
    'An operator can void a wrong payment. Its status becomes `failed`, and a second payment follows with the same `reference` and `period`, the negative `amount` and the status `failed`. In both, `meta.reason` states why; in other payments, it is null. `failed` payments do not count in the balance or the totals.',
    rejections,
  ],
  attributes: {
    period: attr(period, never),
    /** The day of the payment. */
    date: attr(calendarDay(), never),
    amount: attr(v.string(), never),
    currency: attr(currency, never),
    status: attr(oneOf(['pending', 'paid', 'failed']), never),
    reference: attr(text(1, 255), never),
    /** Orders the payments of the same day. */
    'paid-at': attr(timestamp, { ...never, readable: 'never' }),
    /** Why the payment was voided, or why it voids another; otherwise null. */
    reason: attr(v.nullable(text(1, 1000)), { ...never, readable: 'never' }),
    /** The id of the payment that voided it. */
    'voided-by': attr(v.nullable(text(1)), { ...never, readable: 'never' }),
  },
  relationships: {},
  operations: ['read'],
  actions: {
    payments: {
      method: 'GET',
      on: 'collection',
      path: '/royalties/payments',
      operationId: 'listRoyaltyPayments',
      summary: "List the caller's payments",
      parameters: 'list',
      response: showsPage('royalty-payments'),
      rejections: ['invalid_filter'],
    },
  },
  filters: {
    'period-from': { field: 'period', ...periods['period-from'] },
    'period-to': { field: 'period', ...periods['period-to'] },
  },
  defaultSort: ['paid-at'],
  meta: v.strictObject({ reason: v.nullable(v.string()) }),
});
