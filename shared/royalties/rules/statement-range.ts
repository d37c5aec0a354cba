/** The months of a statement. */
import { type Problem, throwIfAny } from '../../kit/values/problems.ts';
import type { PeriodRange } from './royalties.ts';

/** The most months of one statement. */
const MAX_MONTHS = 24;
const DEFAULT_MONTHS = 12;

/** YYYY-MM, both inclusive. */
export type StatementRange = Required<{ [K in keyof PeriodRange]: string }>;

/**
 * @param asked valid months, in order.
 * @throws invalid_filter (422) for a range that is too long.
 * @example statementRange({ to: '2026-06' }, new Date()) // { from: '2025-07', to: '2026-06' }
 */
export function statementRange({ from, to }: PeriodRange, now: Date): StatementRange {
  const thisMonth = now.toISOString().slice(0, 7);
  const last = to ?? (from !== undefined && from > thisMonth ? from : thisMonth);
  const range = { from: from ?? monthAt(indexOf(last) - DEFAULT_MONTHS + 1), to: last };
  const problems: Problem[] = [];
  const months = indexOf(range.to) - indexOf(range.from) + 1;
  if (months > MAX_MONTHS)
    problems.push({
      code: 'invalid_filter',
      parameter: 'filter[period-from]',
      detail: `A statement has at most ${MAX_MONTHS} months, and these are ${months}. Request the others separately.`,
    });
  throwIfAny(problems);
  return range;
}

const indexOf = (period: string): number => Number(period.slice(0, 4)) * 12 + Number(period.slice(5)) - 1;

const monthAt = (index: number): string =>
  `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
