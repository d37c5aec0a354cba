/** Earnings of an owner and payments to them (specification 4.14). */
import * as v from 'valibot';
import { attr, calendarDay, hidden, oneOf, readOnly, text, timestamp } from '../../kit/declare/attribute.ts';
import type { Filter } from '../../kit/declare/filter.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsPage, showsRecord } from '../../kit/declare/shown-response.ts';
import { readCurrency } from '../../kit/values/currency.ts';
import { isWithin } from '../rules/royalties.ts';

/** A decimal number of any size, which JSON numbers cannot hold. */
export const amount = (says: string) => attr(v.string(), { ...readOnly, initial: '0', says });
export const currency = v.string();
export const period = v.string();

const months = { from: 'index', expects: 'a month, YYYY-MM', example: '2026-01' } as const;

/** Malformed periods are rejected in period-range.ts, together with contradictory ones. */
export const periods = {
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

export const royaltySummaries = defineResource({
  type: 'royalty-summaries',
  about: 'What an owner has earned and was paid, in one currency.',
  group: 'royalties',
  owner: 'user',
  pageMeta: 'none',
  attributes: {
    currency: attr(v.nullable(currency), { ...readOnly, says: 'The currency of the amounts.' }),
    currencies: attr(v.array(currency), {
      ...readOnly,
      initial: [],
      says: 'All currencies in which there are earnings or payments.',
    }),
    'current-balance': amount('The earnings minus the payments.'),
    'total-earned': amount('The sum of the earnings.'),
    'total-paid': amount('The sum of the payments.'),
    history: attr(v.array(v.object({ period, earned: v.string(), paid: v.string() })), {
      ...readOnly,
      initial: [],
      says: 'Earnings and payments by month.',
    }),
  },
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
      parse: (text) => {
        const code = readCurrency(text);
        return code === null ? null : (value) => value === code;
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
  group: 'royalties',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    period: attr(period, { ...readOnly, says: 'The month that it is for.' }),
    date: attr(calendarDay(), { ...readOnly, says: 'The day of the payment.' }),
    amount: attr(v.string(), { ...readOnly, says: 'The amount, a decimal number.' }),
    currency: attr(currency, { ...readOnly, says: 'The currency, a code of ISO 4217.' }),
    status: attr(oneOf(['pending', 'paid', 'failed']), { ...readOnly, says: 'Whether it was paid.' }),
    reference: attr(text(1, 255), { ...readOnly, says: 'The reference of the transfer.' }),
    /** Orders the payments of the same day. */
    'paid-at': attr(timestamp, hidden),
    /** Why the payment was voided, or why it voids another; otherwise null. */
    reason: attr(v.nullable(text(1, 1000)), hidden),
    /** The id of the payment that voided it. */
    'voided-by': attr(v.nullable(text(1)), hidden),
  },
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
