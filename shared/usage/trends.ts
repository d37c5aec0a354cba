/** Reads trends from what imports have written: the index of the days, and then only the plays of the page. */
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { readUsagePlace, type UsagePlace, usageIndexKey, usagePlaysKey } from '../table/usage-keys.ts';
import { type Cell, cellOf, countryOf, dayOf, unpackCells, unpackPlays } from './pack-plays.ts';
import type { DayRange } from './trend-range.ts';

type Subject = UsagePlace['subject'];

/** Plays on one day, DSP, country and, of an artist, album. */
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
  /** Undefined: all. */
  readonly dsps?: ReadonlySet<string>;
  readonly countries?: ReadonlySet<string>;
  readonly page: { readonly number: number; readonly size: number };
}

/** All that imports have brought of one month, DSP and album. */
interface Group {
  readonly place: Omit<UsagePlace, 'subject' | 'importId'>;
  readonly rows: readonly Item[];
}

interface Line {
  readonly group: Group;
  readonly cell: Cell;
}

/** @returns one page, newest first, and how many there are in all. */
export async function readTrends(
  table: Table,
  query: TrendQuery,
): Promise<{ trends: readonly Trend[]; total: number }> {
  const first = (query.page.number - 1) * query.page.size;
  const lines: Line[] = [];
  let total = 0;
  // Month by month: a year of every country is never in memory at once.
  for (const groups of await monthsOf(table, query)) {
    const cells = groups.map((group) => ({ group, cells: cellsOf(group, query) }));
    const count = cells.reduce((sum, each) => sum + each.cells.length, 0);
    const wanted = { from: first - total, until: first + query.page.size - total };
    if (wanted.from < count && wanted.until > 0)
      lines.push(...inOrder(cells).slice(Math.max(0, wanted.from), wanted.until));
    total += count;
  }
  return { trends: await withPlays(table, query.subject, lines), total };
}

/** The groups of each month in the range, the last month first. Within a month by DSP and album. */
async function monthsOf(table: Table, { subject, days, dsps }: TrendQuery): Promise<Group[][]> {
  const at = (month: string) => usageIndexKey({ subject, month, dsp: '', album: null, importId: '' });
  const { pk: partition } = at('');
  const from = days.from.slice(0, 7);
  // '$' comes after '#', which follows the month.
  const upTo = `${days.to.slice(0, 7)}$`;
  const rows = await table.query({ partition, from, upTo, isEventual: true });
  const groups = new Map<string, { place: Group['place']; rows: Item[] }>();
  for (const row of rows) {
    const { importId: _, ...place } = readUsagePlace(String(row['sk']));
    if (dsps && !dsps.has(place.dsp)) continue;
    const key = `${place.month} ${place.dsp} ${place.album}`;
    const group = groups.get(key) ?? { place, rows: [] };
    groups.set(key, group);
    group.rows.push(row);
  }
  const months = Map.groupBy(groups.values(), ({ place }) => place.month);
  return [...months.values()].toReversed();
}

/** The cells that any of the imports has, within the range and of the countries, in order. */
function cellsOf({ place, rows }: Group, { days, countries }: TrendQuery): readonly Cell[] {
  const isWanted = (cell: Cell): boolean => {
    const date = dateOf(place.month, cell);
    return date >= days.from && date <= days.to && (countries?.has(countryOf(cell)) ?? true);
  };
  const isWhole = days.from.slice(0, 7) < place.month && place.month < days.to.slice(0, 7) && !countries;
  const [only, ...others] = rows.map(indexedCells);
  const all =
    others.length === 0 ? (only ?? []) : [...new Set([only ?? [], ...others].flat())].sort((a, b) => a - b);
  return isWhole ? all : all.filter(isWanted);
}

const indexedCells = ({ cells, plays }: Item): Cell[] =>
  cells === undefined ? [...unpackPlays(String(plays)).keys()] : unpackCells(String(cells));

const dateOf = (month: string, cell: Cell): string => `${month}-${String(dayOf(cell)).padStart(2, '0')}`;

const LAST_DAY = 31;

/** The last day first; of a day, by DSP, album and country. */
function inOrder(groups: readonly { group: Group; cells: readonly Cell[] }[]): Line[] {
  const lines: Line[] = [];
  const days = groups.map(({ group, cells }) => ({ group, byDay: Map.groupBy(cells, dayOf) }));
  for (let day = LAST_DAY; day > 0; day--) {
    for (const { group, byDay } of days) for (const cell of byDay.get(day) ?? []) lines.push({ group, cell });
  }
  return lines;
}

/** Plays that are not in the index are read for the groups of the page alone. */
async function withPlays(table: Table, subject: Subject, lines: readonly Line[]): Promise<Trend[]> {
  const groups = [...new Set(lines.map(({ group }) => group))];
  const keys = groups.flatMap(({ rows }) => rows.flatMap((row) => playsKeyOf(subject, row)));
  const found = await table.getMany(keys);
  const packed = new Map(found.map((row) => [String(row['sk']), String(row['plays'])]));
  const plays = new Map(
    groups.map((group) => {
      const texts = group.rows.map((row) => row['plays'] ?? packed.get(String(row['sk'])));
      // Deleted since the index was read.
      return [group, texts.flatMap((text) => (text === undefined ? [] : unpackPlays(String(text))))];
    }),
  );
  return lines.map(({ group, cell }) => {
    const { month, dsp, album } = group.place;
    const counts = plays.get(group) ?? [];
    const sum = counts.reduce((sum, each) => sum + (each.get(cell) ?? 0), 0);
    return { date: dateOf(month, cell), dsp, country: countryOf(cell), album, plays: sum };
  });
}

const playsKeyOf = (subject: Subject, row: Item): Key[] =>
  row['plays'] === undefined ? [usagePlaysKey({ subject, ...readUsagePlace(String(row['sk'])) })] : [];

/** @returns the trend of one place, or undefined when no import names it. */
export async function findTrend(
  table: Table,
  subject: Subject,
  { date, dsp, country, album }: Omit<Trend, 'plays'>,
): Promise<Trend | undefined> {
  const place = { month: date.slice(0, 7), dsp, album };
  const { pk: partition, sk: prefix } = usageIndexKey({ subject, ...place, importId: '' });
  const rows = await table.query({ partition, prefix });
  const cell = cellOf(date, country);
  const group = { place, rows: rows.filter((row) => indexedCells(row).includes(cell)) };
  const [trend] = group.rows.length > 0 ? await withPlays(table, subject, [{ group, cell }]) : [];
  return trend;
}
