/** Lines of statements: what a member of a group earned in a month, in a currency. */
import {
  addEarning,
  compareMembers,
  type Earning,
  type EarningGroup,
} from '../../usage/earnings/earning-sums.ts';
import type { PeriodRange } from '../rules/royalties.ts';

export interface StatementLine extends Earning {
  readonly currency: string;
}

export interface StatementQuery {
  readonly ownerId: string;
  readonly group: EarningGroup;
  readonly range: PeriodRange;
}

/** The sum of all lines in a currency. */
export interface CurrencyTotal {
  readonly currency: string;
  readonly plays: number;
  /** In units of 10^-12. */
  readonly revenue: bigint;
}

/** @returns a line for each member and currency, in the order of statements. */
export function mergeLines(lines: Iterable<StatementLine>): StatementLine[] {
  const sums = new Map<string, StatementLine>();
  for (const line of lines) {
    const key = `${line.member} ${line.currency}`;
    sums.set(key, { ...addEarning(sums.get(key), line), currency: line.currency });
  }
  return [...sums.values()].sort(
    (left, right) => compareMembers(left.member, right.member) || (left.currency < right.currency ? -1 : 1),
  );
}

/** @returns the totals in alphabetical order of their currencies. */
export function addTotals(totals: Iterable<CurrencyTotal>): CurrencyTotal[] {
  const sums = new Map<string, CurrencyTotal>();
  for (const { currency, plays, revenue } of totals) {
    const sum = sums.get(currency);
    sums.set(currency, {
      currency,
      plays: (sum?.plays ?? 0) + plays,
      revenue: (sum?.revenue ?? 0n) + revenue,
    });
  }
  return [...sums.values()].sort((left, right) => (left.currency < right.currency ? -1 : 1));
}
