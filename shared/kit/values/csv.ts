/** Writes CSV files (RFC 4180) that people open in a spreadsheet. */

/** A text, or a number. Large numbers are decimals in a text. */
export type CsvCell = string | number | { readonly decimal: string };

/** @returns a line of a file, without its line end. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join();

/** Spreadsheets run a cell that begins like this as a formula, which can read other cells and open addresses. */
const FORMULA = /^[=+\-@\t\r]/;

/** Spreadsheets of some languages separate cells by semicolons or tabs: a part of a text must not become a cell. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function csvCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.decimal;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
