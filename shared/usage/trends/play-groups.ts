/** Imported plays of a subject, in groups: the days from the index, and the plays themselves. */
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { readRow } from '../../kit/table/unreadable-row.ts';
import { type PlaysId, readPlaysSort, type Subject, usageIndexKey, usagePlaysKey } from '../keys.ts';
import { type Cell, dayOf, unpackCells, unpackPlays } from '../rows/pack-plays.ts';
import type { DayRange } from './trend-range.ts';

/** The imported rows of one month, DSP and album. */
export interface Group extends Omit<PlaysId, 'subject' | 'importId'> {
  readonly rows: readonly Item[];
}

interface GroupQuery {
  readonly subject: Subject;
  readonly days: DayRange;
  /** All if undefined. */
  readonly dsps?: ReadonlySet<string> | undefined;
}

/** The groups of each month in the range, latest month first. Within a month, sorted by DSP and album. */
export async function monthsOf(table: Table, { subject, days, dsps }: GroupQuery): Promise<Group[][]> {
  const { pk: partition } = usageIndexKey({ subject, month: '', dsp: '', album: null, importId: '' });
  const from = days.from.slice(0, 7);
  // '$' sorts after '#', which follows the month.
  const upTo = `${days.to.slice(0, 7)}$`;
  const rows = await table.query({ partition, from, upTo, isEventual: true });
  const groups = new Map<string, Group & { rows: Item[] }>();
  for (const row of rows) {
    const { month, dsp, album } = readPlaysSort(String(row['sk']));
    if (dsps && !dsps.has(dsp)) continue;
    const key = `${month} ${dsp} ${album}`;
    const group = groups.get(key) ?? { month, dsp, album, rows: [] };
    groups.set(key, group);
    group.rows.push(row);
  }
  const months = Map.groupBy(groups.values(), ({ month }) => month);
  return [...months.values()].toReversed();
}

/** The cells of an index row, in order. @throws UnreadableRow */
export const indexedCells = (row: Item): Cell[] =>
  readRow(row, ({ cells, plays }) =>
    cells === undefined ? [...unpackPlays(String(plays)).keys()] : unpackCells(String(cells)),
  );

/** @returns YYYY-MM-DD. */
export const dateOf = (month: string, cell: Cell): string =>
  `${month}-${String(dayOf(cell)).padStart(2, '0')}`;

/**
 * Also reads plays that are not in the index.
 * @returns for each group, one map per import.
 */
export async function playsOf(
  table: Table,
  subject: Subject,
  groups: readonly Group[],
): Promise<Map<Group, Map<Cell, number>[]>> {
  const keys = groups.flatMap(({ rows }) => rows.flatMap((row) => playsKeyOf(subject, row)));
  const rows = await table.getMany(keys);
  const apart = new Map(rows.map((row) => [String(row['sk']), row]));
  return new Map(
    groups.map((group) => {
      const found = group.rows.map((row) =>
        row['plays'] === undefined ? apart.get(String(row['sk'])) : row,
      );
      // The row was deleted after the index was read.
      return [group, found.flatMap((row) => (row === undefined ? [] : playsIn(row)))];
    }),
  );
}

/** @throws UnreadableRow */
const playsIn = (row: Item): Map<Cell, number> => readRow(row, ({ plays }) => unpackPlays(String(plays)));

const playsKeyOf = (subject: Subject, row: Item): Key[] =>
  row['plays'] === undefined ? [usagePlaysKey({ subject, ...readPlaysSort(String(row['sk'])) })] : [];
