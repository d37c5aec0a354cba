/** Formats the result of a command as text: a line for each value, a table for each list. */

export const present = (result: Readonly<Record<string, unknown>>): string =>
  Object.entries(result)
    .flatMap(([name, value]) => (isEndOfList(name, value) ? [] : [lineOf(name, value)]))
    .join('\n');

const isEndOfList = (name: string, value: unknown) => name === 'after' && value === null;

function lineOf(name: string, value: unknown): string {
  if (isRow(value)) return tableOf(name, [value]);
  return isTable(value) ? tableOf(name, value) : `${name}: ${shown(value)}`;
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

/** Rows within a row are tables below it. */
function tableOf(name: string, rows: readonly Row[]): string {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const nested = all.filter((column) => rows.some((row) => isNested(row[column])));
  const columns = all.filter((column) => !nested.includes(column));
  const lines = [columns, ...rows.map((row) => columns.map((column) => shown(row[column] ?? undefined)))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const [head = '', ...aligned] = lines.map((line) =>
    `  ${line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
  );
  const body = rows.flatMap((row, index) => [
    aligned[index] ?? '',
    ...nested
      .filter((column) => isNested(row[column]))
      .flatMap((column) =>
        lineOf(column, row[column])
          .split('\n')
          .map((line) => `    ${line}`),
      ),
  ]);
  return [`${name}:`, head, ...body].join('\n');
}

const isNested = (value: unknown): boolean => isTable(value) || (isRow(value) && !isEmpty(value));

function shown(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length > 0 ? value.map(shown).join(', ') : 'none';
  if (isRow(value)) return isEmpty(value) ? '' : printable(JSON.stringify(value));
  return printable(String(value));
}

const isEmpty = (row: Row) => Object.keys(row).length === 0;

/** Escapes control characters: names chosen by users must not control the operator's terminal. */
export const printable = (text: string): string =>
  text.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
