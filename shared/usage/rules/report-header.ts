/** The header of a store's report: where its columns are, or what is wrong with it. */

export const usageColumns = ['date', 'dsp_id', 'country', 'isrc', 'plays', 'revenue', 'currency'] as const;

export type UsageColumn = (typeof usageColumns)[number];

export interface ReportColumns {
  /** For each of `usageColumns`, its position in a line. */
  readonly places: readonly number[];
  /** The number of columns, without blank ones at the end. */
  readonly width: number;
  /** The names of columns that are not read. */
  readonly ignored: readonly string[];
}

/** Spreadsheet programs also write columns that are only formatted. @returns cells without blank ones at the end. */
export function trimmedCells(cells: readonly string[], width = 0): readonly string[] {
  const all = cells.map((cell) => cell.trim());
  const end = all.findLastIndex((cell) => cell !== '') + 1;
  return all.slice(0, Math.max(end, Math.min(width, all.length)));
}

const bareName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '_');

/** @returns how many of our columns a line names. */
export const namedColumns = (cells: readonly string[]): number => {
  const names = new Set(cells.map((cell) => bareName(cell.trim())));
  return usageColumns.filter((column) => names.has(column)).length;
};

/** @param cells of the first line. @returns a sentence if a column is missing or repeated. */
export function readHeader(cells: readonly string[]): ReportColumns | string {
  const shown = trimmedCells(cells);
  const names = shown.map(bareName);
  const isOurs = (name: string) => usageColumns.some((column) => column === name);
  const ignored = shown.filter((name) => name !== '' && !isOurs(bareName(name)));
  const missing = usageColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) return faultOf(missing, ignored);
  const repeated = usageColumns.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (repeated) return `The header has the column ${repeated} twice.`;
  return { places: usageColumns.map((column) => names.indexOf(column)), width: names.length, ignored };
}

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 40;

function faultOf(missing: readonly string[], unknown: readonly string[]): string {
  return `${headerFault(missing, unknown)}. It must name the columns ${listed(usageColumns)}, in any order.`;
}

/** @returns what a header lacks and has instead, without the point at the end. */
export function headerFault(missing: readonly string[], unknown: readonly string[]): string {
  const shown = unknown.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH));
  const more = unknown.length > MAX_NAMES ? [`${unknown.length - MAX_NAMES} more`] : [];
  const columns = unknown.length === 1 ? 'column' : 'columns';
  const has = unknown.length > 0 ? `, and has the unknown ${columns} ${listed([...shown, ...more])}` : '';
  return `The header lacks ${listed(missing)}${has}`;
}

/** @example listed(['a', 'b', 'c']) // 'a, b and c' */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
