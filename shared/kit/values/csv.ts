/** Writes CSV (RFC 4180) that is safe to open in a spreadsheet. */

/** `decimal` holds numbers too large or too precise for a JavaScript number. */
export type CsvCell = string | number | { readonly decimal: string };

/** @returns a line without its line end. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join();

/** Spreadsheets run such cells as formulas, which can read other cells and open URLs. */
const FORMULA = /^[=+\-@\t\r]/;

/** Includes semicolons and tabs, because spreadsheets split cells at them in some locales. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function csvCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.decimal;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
