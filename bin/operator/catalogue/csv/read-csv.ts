/** Reads a spreadsheet: a line for each track, with the fields of its album. */
import { parse } from 'csv-parse/sync';
import {
  type About,
  failedFile,
  type ReadFile,
} from '../../../../shared/catalogue/back-catalogue/reading/read-file.ts';
import { catalogueKeyRows } from '../../../../shared/catalogue/keys.ts';
import { singleUnit } from '../../../../shared/catalogue/rules/upc.ts';
import { beginsFormula } from '../../../../shared/kit/values/csv.ts';
import { singleLine } from '../../../../shared/kit/values/single-line.ts';
import { columnNamed, columns } from './columns.ts';
import { releaseFrom } from './release-from-rows.ts';
import { type CsvRow, codeIn } from './row-reader.ts';
import { type Separated, separatorOf } from './separators.ts';

const { max: MAX_TRACKS } = catalogueKeyRows['album-tracks'].links.album;

export function readCsv(text: string, about: About): ReadFile {
  const { file } = about;
  const parsed = linesOf(separatorOf(text));
  if ('fault' in parsed) return failedFile(`${file}:${parsed.line}: ${parsed.fault}`);
  const [header, ...lines] = parsed.lines;
  if (!header) return failedFile(`${file}: The file is empty.`);
  const names = header.cells.map((name) => name.trim().toLowerCase());
  const isUsed = (index: number) => lines.some(({ cells }) => !isBlank(cells[index]));
  const faults = headerFaults(names, isUsed);
  if (faults.length > 0) return failedFile(...faults.map((fault) => `${file}:${header.number}: ${fault}`));
  const problems: string[] = [];
  const albums = new Map<string, CsvRow[]>();
  /** The first line of an album that has too many. */
  const tooLong = new Map<string, number>();
  for (const { cells, number } of lines) {
    if (cells.every(isBlank)) continue;
    if (!cells.slice(names.length).every(isBlank))
      problems.push(`${file}:${number}: The line has more cells than the first line has columns.`);
    const row = rowOf(names, cells, number);
    const missing = columns.filter(({ name, isRequired }) => isRequired && !row.cells.has(name));
    for (const { name } of missing) problems.push(`${file}:${number}: ${name}: A value is required.`);
    const upc = row.cells.get('upc');
    if (upc === undefined) continue;
    if (ROUNDED.test(upc)) {
      problems.push(`${file}:${number}: upc: ${upc} is a rounded number. Format the column as text.`);
      continue;
    }
    const rows = albums.get(codeIn(upc)) ?? [];
    albums.set(codeIn(upc), rows);
    if (rows.length === MAX_TRACKS) tooLong.set(codeIn(upc), tooLong.get(codeIn(upc)) ?? number);
    else rows.push(row);
  }
  for (const number of tooLong.values())
    problems.push(`${file}:${number}: upc: An album has at most ${MAX_TRACKS} tracks.`);
  const releases = Array.from(albums.values(), (rows) => releaseFrom(rows, about));
  return {
    releases: releases.map(({ read }) => read),
    problems: [...problems, ...releases.flatMap((each) => each.problems)],
    notes: releases.flatMap((each) => each.notes),
  };
}

interface Line {
  readonly cells: readonly string[];
  /** The number of its first line in the file, from 1. */
  readonly number: number;
}

function linesOf({
  text,
  separator,
}: Separated): { lines: readonly Line[] } | { fault: string; line: number } {
  try {
    const records: { record: string[]; raw: string; info: { lines: number } }[] = parse(
      text.replace(/\r\n?/g, '\n'),
      {
        bom: true,
        info: true,
        raw: true,
        delimiter: separator,
        relax_column_count: true,
        skip_empty_lines: true,
        record_delimiter: '\n',
      },
    ) as never;
    return {
      lines: records.map(({ record, raw, info }) => ({
        cells: record,
        number: info.lines - (raw.replace(/^\n+|\n+$/g, '').split('\n').length - 1),
      })),
    };
  } catch (error) {
    const { lines = 1 }: { lines?: number } = Object(error);
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: `The line is not CSV: ${reason}.`, line: lines };
  }
}

/** As spreadsheet programs write long numbers. */
const ROUNDED = /^\d(?:[.,]\d+)?e\+?\d+$/i;

const isBlank = (cell: string | undefined): boolean => cell === undefined || cell.trim() === '';

/** @param isUsed whether a column has a value. Spreadsheet programs also write columns that are only formatted. */
function headerFaults(names: readonly string[], isUsed: (index: number) => boolean): string[] {
  const missing = columns.filter(({ name, isRequired }) => isRequired && !names.includes(name));
  const seen = new Set<string>();
  return [
    ...names.flatMap((name, index) => {
      if (name === '') return isUsed(index) ? [`Column ${index + 1} has no name.`] : [];
      const isRepeated = seen.has(name);
      seen.add(name);
      if (isRepeated) return [`There are two columns ${name}.`];
      return columnNamed(name) ? [] : [`There is no column ${name} in the documented form.`];
    }),
    ...missing.map(({ name }) => `The column ${name} is missing.`),
  ];
}

/** Blank cells are absent. */
const rowOf = (names: readonly string[], cells: readonly string[], line: number): CsvRow => ({
  line,
  cells: new Map(
    names.flatMap((name, index) => {
      const text = textOf(name, (cells[index] ?? '').trim());
      return text === '' ? [] : [[name, text] as const];
    }),
  ),
});

/** An apostrophe before a formula, which keeps spreadsheets from running it, is removed. */
function textOf(name: string, cell: string): string {
  const isKept = cell.startsWith("'") && beginsFormula(cell.replace(/^'+/, ''));
  const text = isKept ? cell.slice(1) : cell;
  const kind = columnNamed(name)?.kind;
  // Names of files can have several spaces.
  if (kind === 'lines' || kind === 'address') return text;
  return name === 'upc' ? singleUnit(singleLine(text).replace(/^(\d+)\.0+$/, '$1')) : singleLine(text);
}
