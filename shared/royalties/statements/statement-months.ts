/** Months of statements, whose lines are read when they are needed. */
import { compareMembers, firstMember } from '../../usage/earnings/earning-sums.ts';
import type { AddedState, StoredState } from './month-states.ts';
import { addTotals, type CurrencyTotal, type StatementLine } from './statement-lines.ts';
import type { StoredPart } from './stored-months.ts';

export interface StatementMonth {
  /** YYYY-MM. */
  readonly period: string;
  /** The number of lines. */
  readonly count: number;
  readonly totals: readonly CurrencyTotal[];
  readonly lines: () => Promise<readonly StatementLine[]>;
  /** @returns the lines from one place to another, which is exclusive. */
  readonly page: (from: number, upTo: number) => Promise<readonly StatementLine[]>;
  /** @returns the lines with this first member. */
  readonly linesOf: (first: string) => Promise<readonly StatementLine[]>;
}

export const monthOfLines = ({ month, lines }: Pick<AddedState, 'month' | 'lines'>): StatementMonth => ({
  period: month,
  count: lines.length,
  totals: addTotals(lines),
  lines: async () => lines,
  page: async (from, upTo) => lines.slice(from, upTo),
  linesOf: async (first) => lines.filter(({ member }) => firstMember(member) === first),
});

/** Consecutive parts. */
interface PartRange {
  readonly from: number;
  readonly upTo: number;
}

interface ReadingParts {
  /** @param wanted by default all. @returns undefined if some are missing. */
  readonly part: (wanted?: PartRange) => Promise<readonly StatementLine[] | undefined>;
  /** Adds up the lines again. */
  readonly again: () => Promise<readonly StatementLine[]>;
}

export function storedMonth({ month, stored }: StoredState, { part, again }: ReadingParts): StatementMonth {
  const { count, totals, index } = stored;
  const lines = async () => (await part()) ?? again();
  return {
    period: month,
    count,
    totals,
    lines,
    async page(from, upTo) {
      const wanted = index && partsOfPage(index, from, upTo);
      const read = wanted && (await part(wanted));
      if (!read) return (await lines()).slice(from, upTo);
      const before = index.slice(0, wanted.from).reduce((sum, each) => sum + each.count, 0);
      return read.slice(from - before, upTo - before);
    },
    async linesOf(first) {
      const read = index && (await part(partsOf(index, first)));
      return (read ?? (await lines())).filter(({ member }) => firstMember(member) === first);
    },
  };
}

function partsOfPage(index: readonly StoredPart[], from: number, upTo: number): PartRange {
  let before = 0;
  const places = index.map(({ count }) => {
    const start = before;
    before += count;
    return { start, end: before };
  });
  const [first, last] = [
    places.findIndex(({ end }) => end > from),
    places.findLastIndex(({ start }) => start < upTo),
  ];
  return first < 0 ? { from: 0, upTo: 0 } : { from: first, upTo: last + 1 };
}

/** The lines of a first member can begin at the end of the part before the first that begins with it. */
function partsOf(index: readonly StoredPart[], first: string): PartRange {
  const order = ({ first: member }: StoredPart) => compareMembers(firstMember(member), first);
  const before = index.findLastIndex((each) => order(each) < 0);
  const last = index.findLastIndex((each) => order(each) <= 0);
  return { from: Math.max(0, before), upTo: last + 1 };
}
