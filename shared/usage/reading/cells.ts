/** The cells of one line of a table. */
import { parse } from 'csv-parse/sync';

/**
 * Values contain no line ends. Parsing each line separately limits a stray quote to its own line.
 * @returns undefined for unbalanced quotes.
 */
export function readCells(text: string, separator: string): readonly string[] | undefined {
  if (!text.includes('"')) return text.split(separator);
  try {
    return parse(text, { relax_column_count: true, delimiter: separator })[0];
  } catch {
    return undefined;
  }
}
