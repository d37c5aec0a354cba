/** Reads trends from imported rows: the index of days, and then only the plays of the page. */
import type { Table } from '../../kit/table/table.ts';
import { type Subject, usageIndexKey } from '../keys.ts';
import { type Cell, cellOf, countryOf, dayOf } from '../rows/pack-plays.ts';
import { dateOf, type Group, indexedCells, monthsOf, playsOf } from './play-groups.ts';
import type { DayRange } from './trend-range.ts';

/** Plays on one day, DSP and country and, for an artist, one album. */
export interface Trend {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly dsp: string;
  readonly country: string;
  readonly album: string | null;
  readonly plays: number;
}

export interface TrendQuery {
  readonly subject: Subject;
  readonly days: DayRange;
  /** All if undefined. */
  readonly dsps?: ReadonlySet<string> | undefined;
  readonly countries?: ReadonlySet<string> | undefined;
  readonly page: { readonly number: number; readonly size: number };
}

interface GroupCell {
  readonly group: Group;
  readonly cell: Cell;
}

export async function readTrends(
  table: Table,
  query: TrendQuery,
): Promise<{ trends: readonly Trend[]; total: number }> {
  const first = (query.page.number - 1) * query.page.size;
  const lines: GroupCell[] = [];
  let total = 0;
  // One month at a time, to bound memory.
  for (const groups of await monthsOf(table, query)) {
    const cells = groups.map((group) => ({ group, cells: cellsOf(group, query) }));
    const count = cells.reduce((sum, each) => sum + each.cells.length, 0);
    const from = first - total;
    const until = from + query.page.size;
    if (from < count && until > 0) lines.push(...inOrder(cells).slice(Math.max(0, from), until));
    total += count;
  }
  return { trends: await withPlays(table, query.subject, lines), total };
}

/** The cells of all imports within the range and the countries, in order. */
function cellsOf({ month, rows }: Group, { days, countries }: TrendQuery): readonly Cell[] {
  const isRequested = (cell: Cell): boolean => {
    const date = dateOf(month, cell);
    return date >= days.from && date <= days.to && (countries?.has(countryOf(cell)) ?? true);
  };
  const isWhole = days.from.slice(0, 7) < month && month < days.to.slice(0, 7) && !countries;
  const [first = [], ...others] = rows.map(indexedCells);
  const all = others.length === 0 ? first : [...new Set([first, ...others].flat())].sort((a, b) => a - b);
  return isWhole ? all : all.filter(isRequested);
}

const LAST_DAY = 31;

/** Sorted by day (latest first), then by DSP, album and country. */
function inOrder(groups: readonly { group: Group; cells: readonly Cell[] }[]): GroupCell[] {
  const lines: GroupCell[] = [];
  const days = groups.map(({ group, cells }) => ({ group, byDay: Map.groupBy(cells, dayOf) }));
  for (let day = LAST_DAY; day > 0; day--) {
    for (const { group, byDay } of days) for (const cell of byDay.get(day) ?? []) lines.push({ group, cell });
  }
  return lines;
}

async function withPlays(table: Table, subject: Subject, lines: readonly GroupCell[]): Promise<Trend[]> {
  const plays = await playsOf(table, subject, [...new Set(lines.map(({ group }) => group))]);
  return lines.map(({ group, cell }) => {
    const { month, dsp, album } = group;
    const counts = plays.get(group) ?? [];
    const sum = counts.reduce((sum, each) => sum + (each.get(cell) ?? 0), 0);
    return { date: dateOf(month, cell), dsp, country: countryOf(cell), album, plays: sum };
  });
}

/** @returns the trend, or undefined if no import has it. */
export async function findTrend(
  table: Table,
  subject: Subject,
  { date, dsp, country, album }: Omit<Trend, 'plays'>,
): Promise<Trend | undefined> {
  const scope = { month: date.slice(0, 7), dsp, album };
  const { pk: partition, sk: prefix } = usageIndexKey({ subject, ...scope, importId: '' });
  const rows = await table.query({ partition, prefix });
  const cell = cellOf(date, country);
  const group = { ...scope, rows: rows.filter((row) => indexedCells(row).includes(cell)) };
  const [trend] = group.rows.length > 0 ? await withPlays(table, subject, [{ group, cell }]) : [];
  return trend;
}
