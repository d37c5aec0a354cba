/** What an owner has earned and was paid (specification 4.14). Rules in shared/royalties/rules/royalties.ts. */
import * as v from 'valibot';
import { attr, calendarDay, oneOf, text, timestamp } from '../../kit/declare/attribute.ts';
import type { Filter } from '../../kit/declare/filter.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsPage, showsRecord } from '../../kit/declare/shown-response.ts';
import { readCurrency } from '../../kit/values/currency.ts';
import { isWithin } from '../rules/royalties.ts';

const never = { writable: 'never' } as const;

/** A decimal number of any size, which JSON numbers are not. */
const amount = attr(v.string(), { ...never, initial: '0' });
const currency = v.string();
const period = v.string();

const months = { from: 'index', expects: 'a month, YYYY-MM', example: '2026-01' } as const;

/** Malformed periods are rejected with others that contradict each other: shared/royalties/period-range.ts. */
const periods = {
  'period-from': { ...months, parse: (from) => (value) => isWithin(String(value), { from }) },
  'period-to': { ...months, parse: (to) => (value) => isWithin(String(value), { to }) },
} as const satisfies Readonly<Record<string, Omit<Filter, 'field'>>>;

const rejections =
  'A period is a month, YYYY-MM. A malformed one, or a `filter[period-from]` after `filter[period-to]`, is a 422.';

export const royaltySummaries = defineResource({
  type: 'royalty-summaries',
  group: 'royalties',
  owner: 'user',
  pageMeta: 'none',
  docs: [
    'GET /royalties/summary. The `id` is that of the user. Amounts are exact decimal numbers, as texts.',
    'All amounts are in one currency: that of `filter[currency]`, or else that of the first revenue, which is of the earliest month; null when there is none. `currencies` lists all that the owner has. Currencies are codes of ISO 4217, such as EUR; `filter[currency]` with another text is a 400. A currency without revenue and payments has amounts of 0.',
    'The `history` has the months of usage and the periods of payments, the oldest first. `filter[period-from]` and `filter[period-to]` narrow it, but neither the balance nor the totals.',
    'The balance becomes negative when refunds or payments are larger than what was earned.',
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
      summary: 'Read what the caller has earned and was paid',
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
      expects: 'a currency code of ISO 4217',
      example: 'EUR',
    },
    'period-from': { field: 'history', ...periods['period-from'] },
    'period-to': { field: 'history', ...periods['period-to'] },
  },
});

export const royaltyPayments = defineResource({
  type: 'royalty-payments',
  group: 'royalties',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'GET /royalties/payments. Amounts are exact decimal numbers, as texts.',
    'An operator makes payments, which are `paid` immediately. A `reference` is unique among the payments of an owner.',
    'A payment that was wrong is voided by an operator: it becomes `failed`, and a second one follows with the same `reference` and `period`, the negative `amount` and the status `failed`. `meta.reason` says why in both, and is null in other payments. `failed` payments count neither in the balance nor in the totals.',
    rejections,
  ],
  attributes: {
    period: attr(period, never),
    /** When it was made. */
    date: attr(calendarDay(), never),
    amount: attr(v.string(), never),
    currency: attr(currency, never),
    status: attr(oneOf(['pending', 'paid', 'failed']), never),
    reference: attr(text(1, 255), never),
    /** Orders the payments of one day. */
    'paid-at': attr(timestamp, { ...never, readable: 'never' }),
    /** Why it was voided, or why it voids another; null for others. */
    reason: attr(v.nullable(text(1, 1000)), { ...never, readable: 'never' }),
    /** The id of the payment by which it was voided. */
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
      summary: 'List the payments to the caller',
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
