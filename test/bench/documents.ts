/**
 * Puts figures into the tables of documents. A table whose first cell is the title of measured figures has some of
 * their rows and columns.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measuredWith, type Report } from './report.ts';

const root = join(import.meta.dirname, '../..');
const DOCUMENTS = ['docs/costs.md', 'docs/scaling.md'];

export function writeDocuments(report: Report): void {
  for (const path of DOCUMENTS.map((document) => join(root, document)))
    writeFileSync(path, withFigures(readFileSync(path, 'utf8'), report));
}

/** The line above a table with the machine on which its figures were measured. */
const MEASURED = /^Measured on .*[.:]$/;

/** @returns the document with the figures of the report. Rows that were not measured stay as they are. */
export function withFigures(document: string, report: Report): string {
  const lines = document.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [title = '', ...columns] = cellsOf(lines[at]);
    const figures = report.tables[title];
    if (!figures || cellsOf(lines[at - 1]).length > 0) continue;
    const end = lines.findIndex((line, index) => index > at && cellsOf(line).length === 0);
    const rows = lines.slice(at + 2, end < 0 ? undefined : end).map((line) => {
      const cells = cellsOf(line);
      const row = figures[cells[0] ?? ''];
      return row ? [cells[0] ?? '', ...columns.map((column) => figure(row[column]))] : cells;
    });
    lines.splice(at, rows.length + 2, ...table([[title, ...columns], ...rows]));
    if (MEASURED.test(lines[at - 2] ?? '')) lines[at - 2] = `${measuredWith(report)}:`;
  }
  return lines.join('\n');
}

const figure = (value?: number): string => value?.toLocaleString('en') ?? '';

/** @returns none if the line is not of a table. */
const cellsOf = (line = ''): string[] =>
  line.startsWith('|')
    ? line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
    : [];

function table(rows: readonly (readonly string[])[]): string[] {
  const [header = [], ...others] = rows;
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const padded = (row: readonly string[]) =>
    line(
      row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      ),
    );
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [padded(header), line(rule), ...others.map(padded)];
}
