/** Lines of statements: what a member of a group earned in a month, in a currency. */
import type { CurrencyEarning } from '../../usage/earnings/earning-rows.ts';
import {
  addEarning,
  compareMembers,
  type Earning,
  type EarningGroup,
} from '../../usage/earnings/earning-sums.ts';
import type { PeriodRange } from '../rules/royalties.ts';

export type StatementLine = CurrencyEarning;

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
export function mergeLines(lines: readonly StatementLine[]): StatementLine[] {
  const merged: StatementLine[] = [];
  for (const [currency, own] of Map.groupBy(lines, (line) => line.currency)) {
    const sums = new Map<string, Earning>();
    for (const line of own) sums.set(line.member, addEarning(sums.get(line.member), line));
    for (const { member, plays, revenue, isrc } of sums.values())
      merged.push({ member, plays, revenue, isrc, currency });
  }
  return merged.sort(
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
