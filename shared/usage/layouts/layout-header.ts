/** Finds the header of a report by the columns of its layout. */
import { readCells } from '../reading/cells.ts';
import type { HeaderLack } from '../reading/report-reader.ts';
import { headerFault, trimmedCells, type UsageColumn, usageColumns } from '../rules/report-header.ts';
import type { LineRule, ReportLayout } from './report-layout.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Where a report has its columns. */
export interface LayoutHeader {
  readonly separator: string;
  /** The number of columns, without blank ones at the end. */
  readonly width: number;
  readonly places: ReadonlyMap<UsageColumn, number>;
  /** The names of all columns, in comparable form, by which rules find theirs. */
  readonly names: ReadonlyMap<string, number>;
  /** The names of columns that are not read. */
  readonly ignored: readonly string[];
}

export const bareColumn = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

interface Candidate {
  readonly header: LayoutHeader;
  readonly missing: readonly UsageColumn[];
  /** The columns that mark returns, which would count as sales without them. */
  readonly missingReturns: readonly string[];
  readonly cells: readonly string[];
}

/**
 * Files are saved again with other separators, so that the one of the layout is only the first choice.
 * @returns the columns that a line names, read with the separator with which it names most.
 */
function candidateIn(text: string, layout: ReportLayout): Candidate | undefined {
  const separators = new Set([...(layout.separator === undefined ? [] : [layout.separator]), ...SEPARATORS]);
  const all = [...separators].flatMap((separator) => {
    const cells = readCells(text, separator);
    return cells ? [candidateOf(trimmedCells(cells), separator, layout)] : [];
  });
  return all.toSorted((left, right) => right.header.places.size - left.header.places.size)[0];
}

function candidateOf(cells: readonly string[], separator: string, layout: ReportLayout): Candidate {
  const names = new Map<string, number>();
  // The first of several columns with one name counts.
  for (const [place, cell] of cells.entries())
    if (!names.has(bareColumn(cell))) names.set(bareColumn(cell), place);
  const places = new Map<UsageColumn, number>();
  for (const column of usageColumns) {
    const place = placeOf(names, layout.columns[column]);
    if (place !== undefined) places.set(column, place);
  }
  const read = new Set([...places.values(), ...rulePlaces(names, layout)]);
  const ignored = cells.filter((cell, place) => cell !== '' && !read.has(place));
  const missing = usageColumns.filter((column) => !places.has(column) && !isGiven(layout, column));
  const missingReturns = layout.returns.flatMap(({ column }) =>
    column === undefined || placeOf(names, column) !== undefined ? [] : column.slice(0, 1),
  );
  const header = { separator, width: cells.length, places, names, ignored };
  return { header, missing, missingReturns, cells };
}

const placeOf = (names: ReadonlyMap<string, number>, of: readonly string[] = []): number | undefined =>
  of.map((name) => names.get(bareColumn(name))).find((place) => place !== undefined);

const rulesOf = ({ returns, totals, skipped }: ReportLayout): readonly LineRule[] => [
  ...returns,
  ...totals,
  ...skipped,
];

const rulePlaces = (names: ReadonlyMap<string, number>, layout: ReportLayout): number[] =>
  rulesOf(layout).flatMap(({ column }) => placeOf(names, column) ?? []);

/** Whether a value does not need a column. Lines without a date count on the last day of their report. */
const isGiven = ({ constants, preface, signs, columns }: ReportLayout, column: UsageColumn): boolean =>
  constants[column] !== undefined ||
  preface[column] !== undefined ||
  (column === 'currency' && Object.keys(signs).length > 0) ||
  (column === 'date' && columns.date === undefined);

/** @returns the header, if the line names all columns of the layout that it must. */
export function headerIn(text: string, layout: ReportLayout): LayoutHeader | undefined {
  const found = candidateIn(text, layout);
  if (!found || found.missing.length > 0 || found.missingReturns.length > 0) return undefined;
  return found.header.places.size > 1 ? found.header : undefined;
}

export function headerLack(lines: readonly string[], layout: ReportLayout): HeaderLack {
  const [best] = lines
    .flatMap((text) => candidateIn(text, layout) ?? [])
    .toSorted((left, right) => right.header.places.size - left.header.places.size);
  const namesOf = (column: UsageColumn) => layout.columns[column]?.[0];
  const lacking = best?.missing ?? usageColumns.filter((column) => !isGiven(layout, column));
  const values = lacking.filter((column) => namesOf(column) === undefined);
  const named = best?.header.places.size ?? 0;
  const unknown = best && named > 0 ? best.header.ignored : (best?.cells ?? []);
  const missing = [...lacking.map((column) => namesOf(column) ?? column), ...(best?.missingReturns ?? [])];
  const isOnlyValues = best && values.length === lacking.length && values.length > 0;
  const fault = isOnlyValues
    ? neededValues(values, layout)
    : `The columns are not those of the layout ${layout.name}. ${headerFault(missing, unknown)}.`;
  return { named, missing, unknown, fault };
}

const neededValues = (columns: readonly UsageColumn[], { name }: ReportLayout): string =>
  `The layout ${name} has no ${columns.join(' and no ')}. Add ${columns.map((column) => `--set ${column}=VALUE`).join(' ')}.`;

/** @returns the place of a rule's column, if the report has it. */
export const rulePlace = ({ column }: LineRule, { names }: LayoutHeader): number | undefined =>
  column === undefined ? 0 : placeOf(names, column);
