/** Lines of statements: what a member of a group, or members of two, earned in a month, in a currency. */
import type { CurrencyEarning } from '../../usage/earnings/earning-rows.ts';
import { addEarning, compareMembers, type Earning } from '../../usage/earnings/earning-sums.ts';
import type { PeriodRange } from '../rules/royalties.ts';
import type { LinesBy } from '../statement-groups.ts';

export type StatementLine = CurrencyEarning;

export interface StatementQuery {
  readonly ownerId: string;
  readonly by: LinesBy;
  readonly range: PeriodRange;
}

/** The sum of all lines in a currency. */
export interface CurrencyTotal {
  readonly currency: string;
  readonly plays: number;
  /** In units of 10^-12. */
  readonly revenue: bigint;
}

/** Sums of lines, of which only the sums are kept in memory. */
export class LineSums {
  readonly #currencies = new Map<string, Map<string, Earning>>();

  get count(): number {
    return this.#currencies.values().reduce((count, sums) => count + sums.size, 0);
  }

  add(lines: readonly StatementLine[]): void {
    for (const line of lines) {
      const sums = this.#currencies.get(line.currency) ?? new Map<string, Earning>();
      this.#currencies.set(line.currency, sums);
      sums.set(line.member, addEarning(sums.get(line.member), line));
    }
  }

  /** @returns a line for each member and currency, in the order of statements. */
  lines(): StatementLine[] {
    const lines: StatementLine[] = [];
    for (const [currency, sums] of this.#currencies)
      for (const { member, plays, revenue, isrc } of sums.values())
        lines.push({ member, plays, revenue, isrc, currency });
    return lines.sort(
      (left, right) => compareMembers(left.member, right.member) || (left.currency < right.currency ? -1 : 1),
    );
  }
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
