/** Formats the result of a command as text: lines for each value, a table for each list, a section for long texts. */
import { firstLines, isLongText } from './long-texts.ts';
import { printable } from './printable.ts';

const LONGEST_RECORD_LINE = 100;

export const present = (result: Readonly<Record<string, unknown>>): string =>
  Object.entries(result)
    .flatMap(([name, value]) => (isEndOfList(name, value) ? [] : [lineOf(name, value)]))
    .join('\n');

const isEndOfList = (name: string, value: unknown) => name === 'after' && value === null;

function lineOf(name: string, value: unknown): string {
  if (isRow(value)) return recordOf(name, value);
  if (isTable(value)) return tableOf(name, value);
  if (isLongText(value))
    return [`${name}:`, ...firstLines(value).map((line) => `  ${line}`.trimEnd())].join('\n');
  if (isListOfSentences(value)) return [`${name}:`, ...value.map((each) => `  - ${shown(each)}`)].join('\n');
  return `${name}: ${shown(value)}`;
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

const isListOfSentences = (value: unknown): value is string[] =>
  Array.isArray(value) && value.some((each) => typeof each === 'string' && each.endsWith('.'));

/** One line if all values are single words, such as ids and counts. Members without a value are omitted. */
function recordOf(name: string, row: Row): string {
  const members = Object.entries(row).filter(([, value]) => shown(value ?? undefined) !== '');
  const line = `${name}: ${members.map(([member, value]) => `${member} ${shown(value)}`).join(', ') || 'none'}`;
  if (line.length <= LONGEST_RECORD_LINE && members.every(([, value]) => isWord(value))) return line;
  return [`${name}:`, ...members.flatMap(([member, value]) => indented(lineOf(member, value), '  '))].join(
    '\n',
  );
}

const isWord = (value: unknown): boolean => !isRow(value) && !isTable(value) && /^\S+$/.test(shown(value));

const indented = (text: string, by: string): string[] =>
  text.split('\n').map((line) => `${by}${line}`.trimEnd());

/** Lists of records are tables. Records and lists within a record are below it, and so are long texts. */
function tableOf(name: string, rows: readonly Row[]): string {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const nested = all.filter((column) => rows.some((row) => isNested(row[column])));
  const columns = all.filter((column) => !nested.includes(column));
  const cellsOf = (row: Row) => columns.map((column) => shown(row[column] ?? undefined));
  const lines = [columns, ...rows.map(cellsOf)];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const aligned = (cells: readonly string[]) =>
    `  ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd();
  const body = rows.flatMap((row) => [
    aligned(cellsOf(row)),
    ...nested
      .filter((column) => isNested(row[column]) || isText(row[column]))
      .flatMap((column) => indented(lineOf(column, row[column]), '    ')),
  ]);
  return [`${name}:`, aligned(columns), ...body].join('\n');
}

const isNested = (value: unknown): boolean =>
  isTable(value) || (isRow(value) && !isEmpty(value)) || isLongText(value) || isListOfSentences(value);

/** A short text in a column with long ones. */
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

function shown(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length > 0 ? value.map(shown).join(', ') : 'none';
  if (isRow(value)) return isEmpty(value) ? '' : printable(JSON.stringify(value));
  return printable(String(value));
}

const isEmpty = (row: Row) => Object.keys(row).length === 0;
