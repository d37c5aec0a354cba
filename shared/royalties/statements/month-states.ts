/** The state of a month of a statement, from the revenue of imports to what is shown. Pure. */
import type { MonthRevenue } from '../../usage/revenue/month-revenue.ts';
import type { StatementLine } from './statement-lines.ts';
import type { StoredLines, StoredMonth } from './stored-months.ts';

/** All of its lines are stored. */
export interface StoredState {
  readonly is: 'stored';
  readonly month: string;
  readonly stored: StoredLines;
}

/** Its lines, or some of them, must be added up. */
export interface AddableState {
  readonly is: 'addable';
  readonly month: string;
  readonly revenue: MonthRevenue;
  /** What is stored of these imports, and lacks the last lines. */
  readonly begun: StoredLines | undefined;
  /** What is stored of other imports. */
  readonly replaces: StoredMonth | undefined;
}

/** It was found before that the lines of its imports are more than a request can read. */
interface TooLongState {
  readonly is: 'too long';
  readonly month: string;
}

/** Its lines were added up, and are short enough to be kept in memory. */
export interface AddedState {
  readonly is: 'added';
  readonly month: string;
  readonly lines: readonly StatementLine[];
}

/** An import has ended since its revenue was read. The next reads find what it wrote. */
export interface ReplacedState {
  readonly is: 'replaced';
  readonly month: string;
  readonly revenue: MonthRevenue;
}

/** What is read. */
export type FoundState = StoredState | AddableState | TooLongState;
/** What is shown. */
export type ShownState = StoredState | AddedState;

/** @param stored of any imports. */
export function foundState(revenue: MonthRevenue, stored: StoredMonth | undefined): FoundState {
  const { month, digest } = revenue;
  const addable = { is: 'addable', month, revenue } as const;
  if (stored?.of !== digest) return { ...addable, begun: undefined, replaces: stored };
  if (stored.is === 'too long') return { is: 'too long', month };
  return withStored({ ...addable, begun: stored, replaces: undefined }, stored);
}

/** @returns what follows once these lines are stored. */
export function withStored(addable: AddableState, stored: StoredLines): StoredState | AddableState {
  const { month } = addable;
  return stored.rest === undefined
    ? { is: 'stored', month, stored }
    : { ...addable, begun: stored, replaces: undefined };
}

/** @param lines all of the month; undefined if its imports were replaced. */
export const withLines = (
  { month, revenue }: Pick<AddableState, 'month' | 'revenue'>,
  lines: readonly StatementLine[] | undefined,
): AddedState | ReplacedState => (lines ? { is: 'added', month, lines } : { is: 'replaced', month, revenue });
