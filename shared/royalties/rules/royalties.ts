/** What an owner has earned and was paid: exact sums, each of one currency. */

const PERIOD = /^\d{4}-(0[1-9]|1[0-2])$/;

export const isPeriod = (text: string): boolean => PERIOD.test(text);

/** References are unique among an owner's payments. A payment that voids another has the reference of that one. */
export const uniqueReference = {
  scope: 'owner',
  while: ({ amount }: Readonly<Record<string, unknown>>): boolean => !String(amount).startsWith('-'),
} as const;

/** What was earned or paid: in units of the smallest amount (money.ts). */
export interface Sum {
  readonly currency: string;
  /** YYYY-MM: the month of usage of what was earned, and the period of a payment. */
  readonly period: string;
  /** Of what was earned, it can be negative: refunds. */
  readonly amount: bigint;
}

export interface Royalties {
  readonly earned: readonly Sum[];
  readonly paid: readonly Sum[];
}

export interface PeriodRange {
  /** YYYY-MM, both inclusive. Undefined: no limit. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface RoyaltySummary {
  /** That of all amounts; null before anything was earned. */
  readonly currency: string | null;
  /** All that the owner has, in alphabetical order. */
  readonly currencies: readonly string[];
  readonly earned: bigint;
  readonly paid: bigint;
  /** Negative when more was paid than earned. */
  readonly balance: bigint;
  /** Months in which something was earned or paid, the oldest first. */
  readonly history: readonly { readonly period: string; readonly earned: bigint; readonly paid: bigint }[];
}

/**
 * @param asked `currency`: by default that of the first revenue. The periods narrow the history, neither balance nor totals.
 * @example summarize({ earned: [{ currency: 'EUR', period: '2026-10', amount: 5n }], paid: [] }, {}).balance // 5n
 */
export function summarize(
  { earned, paid }: Royalties,
  asked: PeriodRange & { readonly currency?: string | undefined },
): RoyaltySummary {
  const currency = asked.currency ?? firstCurrency(earned);
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
    history: historyOf(ownEarned, ownPaid).filter(({ period }) => isWithin(period, asked)),
  };
}

/** Of the earliest month; of several in that month, the first in alphabetical order. */
function firstCurrency(earned: readonly Sum[]): string | null {
  const place = ({ period, currency }: Sum): string => `${period} ${currency}`;
  const [first] = earned.toSorted((left, right) => (place(left) < place(right) ? -1 : 1));
  return first?.currency ?? null;
}

const total = (sums: readonly Sum[]): bigint => sums.reduce((all, { amount }) => all + amount, 0n);

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

/** Months compare as texts. */
export const isWithin = (period: string, { from, to }: PeriodRange): boolean =>
  (from === undefined || from <= period) && (to === undefined || period <= to);
