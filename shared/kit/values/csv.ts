/** Writes CSV (RFC 4180) that is safe to open in a spreadsheet. */

/** `decimal` holds numbers too large or too precise for a JavaScript number. */
export type CsvCell = string | number | { readonly decimal: string };

/** @returns a line without its line end. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join();

/** The last four signs are the full-width ones, which some spreadsheets read as the others. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Whether spreadsheets run such a cell as a formula, which can read other cells and open URLs. */
export const beginsFormula = (text: string): boolean => FORMULA.test(text);

/** Includes semicolons and tabs, because spreadsheets split cells at them in some locales. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function csvCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.decimal;
  const text = beginsFormula(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
