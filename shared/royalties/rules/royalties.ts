/** Exact sums of earnings and payments of an owner, per currency. */

const PERIOD = /^\d{4}-(0[1-9]|1[0-2])$/;

export const isPeriod = (text: string): boolean => PERIOD.test(text);

/** References are unique per owner, except that a voiding payment shares the reference of the voided one. */
export const uniqueReference = {
  scope: 'owner',
  while: ({ amount }: Readonly<Record<string, unknown>>): boolean => !String(amount).startsWith('-'),
} as const;

/** An amount earned or paid, in units of 10^-12 (money.ts). */
export interface Sum {
  readonly currency: string;
  /** YYYY-MM: the month of usage for earnings, the paid period for payments. */
  readonly period: string;
  /** Negative earnings are refunds. */
  readonly amount: bigint;
}

export interface Royalties {
  readonly earned: readonly Sum[];
  readonly paid: readonly Sum[];
}

export interface PeriodRange {
  /** YYYY-MM, both inclusive. No limit if undefined. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface SummaryQuery extends PeriodRange {
  readonly currency?: string | undefined;
}

interface RoyaltySummary {
  /** Currency of all amounts; null before the first revenue. */
  readonly currency: string | null;
  /** All currencies of the owner, in alphabetical order. */
  readonly currencies: readonly string[];
  readonly earned: bigint;
  readonly paid: bigint;
  /** Negative if more was paid than earned. */
  readonly balance: bigint;
  /** Months with earnings or payments, oldest first. */
  readonly history: readonly { readonly period: string; readonly earned: bigint; readonly paid: bigint }[];
}

/**
 * @param query `currency` defaults to that of the first revenue. The periods narrow only the history.
 * @example
 * summarize({ earned: [{ currency: 'EUR', period: '2026-10', amount: 5n }], paid: [] }, {}).balance // 5n
 */
export function summarize({ earned, paid }: Royalties, query: SummaryQuery): RoyaltySummary {
  const currency = query.currency ?? firstCurrency(earned);
  const isOfCurrency = (sum: Sum): boolean => sum.currency === currency;
  const ownEarned = earned.filter(isOfCurrency);
  const ownPaid = paid.filter(isOfCurrency);
  const totalEarned = total(ownEarned);
  const totalPaid = total(ownPaid);
  return {
    currency,
    currencies: [...new Set([...earned, ...paid].map((sum) => sum.currency))].sort(),
    earned: totalEarned,
    paid: totalPaid,
    balance: totalEarned - totalPaid,
    history: historyOf(ownEarned, ownPaid).filter(({ period }) => isWithin(period, query)),
  };
}

/** @returns the first month whose earnings are not paid, if payments are for the oldest ones. */
export function firstUnpaid({ paid, history }: Pick<RoyaltySummary, 'paid' | 'history'>): string | undefined {
  let left = paid;
  for (const { period, earned } of history) {
    left -= earned;
    if (left < 0n) return period;
  }
  return undefined;
}

/** The currency of the earliest month; alphabetically first if the month has several. */
function firstCurrency(earned: readonly Sum[]): string | null {
  const sortKey = ({ period, currency }: Sum): string => `${period} ${currency}`;
  const [first] = earned.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  return first?.currency ?? null;
}

export const total = (sums: readonly Sum[]): bigint => sums.reduce((all, { amount }) => all + amount, 0n);

function historyOf(earned: readonly Sum[], paid: readonly Sum[]): RoyaltySummary['history'] {
  const earnedIn = byPeriod(earned);
  const paidIn = byPeriod(paid);
  const periods = [...new Set([...earnedIn.keys(), ...paidIn.keys()])].sort();
  return periods.map((period) => ({
    period,
    earned: total(earnedIn.get(period) ?? []),
    paid: total(paidIn.get(period) ?? []),
  }));
}

const byPeriod = (sums: readonly Sum[]): ReadonlyMap<string, readonly Sum[]> =>
  Map.groupBy(sums, ({ period }) => period);

/** Months compare as strings. */
export const isWithin = (period: string, { from, to }: PeriodRange): boolean =>
  (from === undefined || from <= period) && (to === undefined || period <= to);
